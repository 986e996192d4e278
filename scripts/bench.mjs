import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, ensureTools } from './lib/install.mjs';
import { root, runBin } from './lib/run.mjs';

// Each tests/bench/<name>.bench.ts measures something and prints it beside its baseline. `npm run bench -- name` selects.
await ensureInstalled();
await ensureTools();
const folder = path.join(root, 'tests', 'bench');
const wanted = process.argv.slice(2);
const names = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
let failures = 0;
for (const name of names) {
  console.log(`\n# ${name.replace('.bench.ts', '')}`);
  failures += await runBin('tsx', [`tests/bench/${name}`]);
}
console.log(`\n${names.length} benchmarks run.`);
process.exit(failures > 0 || names.length === 0 ? 1 : 0);
