import path from 'node:path';
import { ensureTools, tools } from './lib/install.mjs';
import { run } from './lib/run.mjs';

// `node scripts/with-tools.mjs <program> …` runs a program of tools/package.json, and installs it first if it is missing.
const [name = '', ...args] = process.argv.slice(2);
await ensureTools();
process.exit(await run(process.execPath, [path.join(tools, 'node_modules', '.bin', name), ...args]));
