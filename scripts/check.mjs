import { ensureInstalled } from './lib/install.mjs';
import { run, runBin } from './lib/run.mjs';

await ensureInstalled();

const parts = [
  ['types', () => runBin('tsc', ['--noEmit', '-p', '.'])],
  ['lint', () => runBin('oxlint', ['--type-aware', '--format=stylish'])],
  ['import rules', () => run(process.execPath, ['scripts/check-imports.mjs'])],
  ['typing', () => run(process.execPath, ['scripts/check-typing.mjs'])],
  ['comments', () => run(process.execPath, ['scripts/check-comments.mjs'])],
  ['unused code', () => runBin('knip', ['--no-progress'])],
  ['lock', () => run(process.execPath, ['scripts/lock.mjs', '--check'])],
  ['notices', () => run(process.execPath, ['scripts/notices.mjs', '--check'])],
  ['bill of materials', () => run(process.execPath, ['scripts/sbom.mjs', '--check'])],
  ['formatting', () => runBin('oxfmt', ['--check'])],
];

const failed = [];
const waiting = parts.values();

/** Runs parts until none waits. */
async function work() {
  for (const [name, part] of waiting) {
    const startedAt = Date.now();
    const isGood = (await part()) === 0;
    if (!isGood) failed.push(name);
    console.log(`${isGood ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
}

// The first two parts take longest, and each uses little more than one core.
await Promise.all([work(), work()]);
if (failed.length > 0) console.error(`\nFailed checks: ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
