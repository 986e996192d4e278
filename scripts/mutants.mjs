import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { listMutants, takeSample } from './lib/list-mutants.mjs';
import { listSources, readSource } from './lib/read-imports.mjs';
import { root } from './lib/run.mjs';

// `npm run mutants` puts faults into money and access rules, one at a time, and runs the nearest tests. A fault survives if no
// test fails. `-- --sample 300 --seed 1 [part of a path …]` selects faults. Takes hours, so it is not part of `npm test`.
const SHARE_THAT_DIES = 0.9;
const MUTANT_TIMEOUT_MS = 900_000;
/** Policies, access, the ledger, and money commands and prices. */
const TARGETS = [
  /^server\/(access|idempotency)\.ts$/,
  /^server\/ledger\/[a-z-]+\.ts$/,
  /^server\/modules\/.*-(policy|access|rules|guard)\.ts$/,
  /^server\/modules\/live\/seat\/(meter|seat-clock|end-seat)\.ts$/,
  /^server\/modules\/money\/(wallet|payment|subscription|order|payout|refund-request|coupon|spending-limit|payment-eligibility)\/(?!.*(repository|presenter|columns))[a-z-]+\.ts$/,
];

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

await ensureInstalled();
const sources = listSources(root, ['server']);
const targets = sources.filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    TARGETS.some((target) => target.test(file)) &&
    (positionals.length === 0 || positionals.some((part) => file.includes(part))),
);
const tests = sources.filter((file) => file.endsWith('.test.ts'));
const all = targets.flatMap((file) => listMutants(file, readSource(root, file)).map((mutant) => ({ file, ...mutant })));
const sample = takeSample(all, Number(values.sample), Number(values.seed));
console.log(`${sample.length} of ${all.length} faults in ${targets.length} files, seed ${values.seed}`);

const copy = copyTree();
const survivors = [];
try {
  for (const [index, mutant] of sample.entries()) {
    const isDead = await dies(mutant);
    if (!isDead) survivors.push(mutant);
    console.log(`${index + 1}/${sample.length} ${isDead ? 'killed' : 'SURVIVED'} ${describe(mutant)}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const share = 1 - survivors.length / sample.length;
console.log(`\n${survivors.map(describe).join('\n')}\n\n${(100 * share).toFixed(1)} % killed`);
process.exitCode = share < SHARE_THAT_DIES ? 1 : 0;

function describe({ file, line, start, end, text }) {
  const source = readSource(root, file);
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end);
  const changed = source.slice(from, start) + `⟦${source.slice(start, end)} → ${text}⟧` + source.slice(end, to);
  return `${file}:${line}  ${changed.trim()}`;
}

/** Copies the sources, so that faults never reach this working tree. Installed packages are shared. */
function copyTree() {
  const folder = mkdtempSync(path.join(tmpdir(), 'creator-platform-mutants-'));
  for (const name of ['src', 'server', 'tests', 'demo', 'e2e', 'scripts'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ['package.json', 'jest.config.mjs', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(folder, name));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'test-results'));
  return folder;
}

/** Runs the tests in the file's folder, which find most faults, then those of its domain. @returns true if one fails */
async function dies({ file, start, end, text }) {
  const source = readFileSync(path.join(root, file), 'utf8');
  writeFileSync(path.join(copy, file), source.slice(0, start) + text + source.slice(end));
  try {
    for (const ring of listRings(file)) if (ring.length > 0 && (await runTests(ring)) !== 0) return true;
    return false;
  } finally {
    writeFileSync(path.join(copy, file), source);
  }
}

function listRings(file) {
  const folder = path.posix.dirname(file);
  const near = tests.filter((test) => path.posix.dirname(test) === folder);
  const domain = /^server\/modules\/[a-z]+\//.exec(file)?.[0] ?? 'server/modules/money/';
  const far = tests.filter((test) => !near.includes(test) && test.startsWith(domain));
  return [near, far];
}

function runTests(files) {
  const args = ['node_modules/jest/bin/jest.js', '--selectProjects', 'server', '--bail', '--silent', '--maxWorkers=2'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, '--runTestsByPath', ...files], {
      cwd: copy,
      stdio: 'ignore',
      timeout: MUTANT_TIMEOUT_MS,
    });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
