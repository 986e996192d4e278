import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findKiller, planBatches } from './lib/find-killer.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { listMutants, takeSample } from './lib/list-mutants.mjs';
import { createBodyFinder, insertMarks } from './lib/mark-functions.mjs';
import { listSources, readSource } from './lib/read-imports.mjs';
import { root } from './lib/run.mjs';

// `npm run mutants` puts small faults into money and access rules, one at a time, and runs the tests that reach the function with
// the fault. A fault that no test finds survives. `-- --sample 300 --seed 1 [part of a path …]`. Takes hours, so `npm test` does
// not run it. An interrupted run continues, and a fault that was killed is not tried again while its file and the test are the
// same.
const SHARE_THAT_DIES = 0.9;
/** A batch of tests may take this long to start, and this many times as long as its tests took without a fault. */
const TIMEOUT = { startMs: 180_000, factor: 5 };
/** Policies, access, the ledger, and money commands and prices. */
const TARGETS = [
  /^server\/(access|idempotency)\.ts$/,
  /^server\/ledger\/[a-z-]+\.ts$/,
  /^server\/modules\/.*-(policy|access|rules|guard)\.ts$/,
  /^server\/modules\/live\/seat\/(meter|seat-clock|end-seat)\.ts$/,
  /^server\/modules\/money\/(wallet|payment|subscription|order|payout|refund-request|coupon|spending-limit|payment-eligibility)\/(?!.*(repository|presenter|columns))[a-z-]+\.ts$/,
];
/** Made by commands, as in .gitignore. */
const NOT_COPIED =
  /^(node_modules|\.git|\.next.*|dist|data|test-results|playwright-report|coverage|\.env|.*\.tsbuildinfo|next-env\.d\.ts)$/;

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

await ensureInstalled();
const { copy, hash } = copyTree();
/** Each runs one fault at a time: starting the tests keeps only one processor busy. */
const copies = [copy, cloneTree(copy)];
copies.forEach(linkPackages);
const targets = listSources(copy, ['server']).filter(
  (file) => !file.endsWith('.test.ts') && TARGETS.some((target) => target.test(file)),
);
const sources = new Map(targets.map((file) => [file, readSource(copy, file)]));
/** All functions with faults, by file and offset, not only the sampled ones: the tests that reach them serve every sample. */
const marks = new Map();
const all = targets
  .flatMap(listMarkedMutants)
  .filter(({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
const sample = takeSample(all, { size: Number(values.sample), seed: values.seed, getName: nameChange });
const fileCount = new Set(all.map(({ file }) => file)).size;
console.log(`${sample.length} of ${all.length} faults in ${fileCount} files, seed ${values.seed}`);

const running = new Set();
process.once('exit', () => {
  running.forEach(end);
  for (const tree of copies) rmSync(tree, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const saved = path.join(root, 'test-results/mutants');
/** For one state of the sources. */
const reachedFile = path.join(saved, `${hash}-tests.json`);
const tests = readJson(reachedFile) ?? (await findReachedMarks());
for (const { file } of tests.filter(({ passed }) => !passed)) console.log(`Fails without a fault, left out: ${file}`);

/** By the content of the file and its fault. */
const results = readJson(path.join(saved, 'results.json')) ?? {};
const survivors = [];
const waiting = sample.entries();
await Promise.all(copies.map(runWaiting));
const share = 1 - survivors.length / sample.length;
console.log(`\n${survivors.map(describe).join('\n')}\n\n${(100 * share).toFixed(1)} % killed`);
process.exitCode = share < SHARE_THAT_DIES ? 1 : 0;

/** Takes one fault after the other, until none is left. */
async function runWaiting(tree) {
  for (const [index, mutant] of waiting) {
    const key = [hashFile(mutant.file), mutant.file, mutant.start, mutant.end, mutant.text].join(':');
    if (!isCurrent(results[key])) {
      const result = await runWithFault(tree, mutant);
      results[key] = { ...result, state: getState(result) };
      writeJson(path.join(saved, 'results.json'), results);
    }
    const { killer, tests: count } = results[key];
    if (!killer) survivors.push(mutant);
    const outcome = killer ? `killed by ${killer}` : `SURVIVED ${count} test files that reach it`;
    console.log(`${index + 1}/${sample.length} ${outcome}: ${describe(mutant)}`);
  }
}

/** @returns what must be the same for a result to count again: the test that killed, or for a survivor all sources */
function getState({ killer }) {
  return killer && existsSync(path.join(copy, killer)) ? hashFile(killer) : hash;
}

function isCurrent(result) {
  return result !== undefined && result.state === getState(result);
}

function hashFile(file) {
  const content = sources.get(file) ?? readFileSync(path.join(copy, file));
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** The mutants of a file, each with the number of its function's mark. */
function listMarkedMutants(file) {
  const source = sources.get(file);
  const findBody = createBodyFinder(file, source);
  return listMutants(file, source).map((mutant) => {
    const body = findBody(mutant.start);
    const key = `${file}:${body.start}`;
    if (!marks.has(key)) marks.set(key, { ...body, file, id: marks.size });
    return { ...mutant, file, mark: marks.get(key).id };
  });
}

function describe(mutant) {
  return `${mutant.file}:${mutant.line}  ${showChange(mutant)}`;
}

/** Without the line number, which changes of other lines change. */
function nameChange(mutant) {
  return `${mutant.file} ${showChange(mutant)}`;
}

function showChange({ file, start, end, text }) {
  const source = sources.get(file);
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end);
  const changed = source.slice(from, start) + `⟦${source.slice(start, end)} → ${text}⟧` + source.slice(end, to);
  return changed.trim();
}

/**
 * Copies the sources, so that faults never reach this tree, and later changes of this tree never reach the run. The installed
 * packages are shared.
 *
 * @returns the folder, and a hash of its content
 */
function copyTree() {
  const copy = mkdtempSync(path.join(tmpdir(), 'creator-platform-mutants-'));
  for (const name of readdirSync(root).filter((entry) => !NOT_COPIED.test(entry)))
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  const hash = createHash('sha256');
  for (const name of readdirSync(copy, { recursive: true }).toSorted((a, b) => a.localeCompare(b))) {
    const file = path.join(copy, name);
    if (statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file));
  }
  return { copy, hash: hash.digest('hex').slice(0, 12) };
}

function cloneTree(copy) {
  const clone = mkdtempSync(path.join(tmpdir(), 'creator-platform-mutants-'));
  cpSync(copy, clone, { recursive: true });
  return clone;
}

function linkPackages(tree) {
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  mkdirSync(path.join(tree, 'test-results'));
}

/**
 * Runs all tests without a fault, with all functions marked. Does not see functions that only run in programs that tests start.
 *
 * @returns {Promise<{ file: string, seconds: number, passed: boolean, marks: number[] }[]>} each test file, with what it reached
 */
async function findReachedMarks() {
  console.log('Running the server tests once, to learn which functions each of them reaches …');
  for (const [file, source] of sources) {
    const inFile = [...marks.values()].filter((mark) => mark.file === file);
    writeFileSync(path.join(copy, file), insertMarks(source, inFile));
  }
  const first = await runMarkedTests([]);
  const failed = first.filter(({ passed }) => !passed).map(({ file }) => file);
  // A second try, because on a busy machine some fail by chance.
  const second = failed.length > 0 ? await runMarkedTests(failed) : [];
  for (const [file, source] of sources) writeFileSync(path.join(copy, file), source);
  const found = [...first.filter(({ passed }) => passed), ...second];
  writeJson(reachedFile, found);
  return found;
}

async function runMarkedTests(args) {
  const folder = path.join(copy, 'test-results/reached');
  mkdirSync(folder, { recursive: true });
  const { results, errors } = await runTests(copy, args, { workers: 2, env: { REACHED_FOLDER: folder } });
  if (!results) throw new Error(`The tests did not run:\n${errors}`);
  return results.map(({ name, startTime, endTime, status }) => {
    const reached = readIfPresent(path.join(folder, encodeURIComponent(name)))?.match(/\d+/g) ?? [];
    return {
      file: nameInTree(copy, name),
      seconds: (endTime - startTime) / 1000,
      passed: status === 'passed',
      marks: [...new Set(reached.map(Number))],
    };
  });
}

/**
 * Runs the tests that reach the function with the fault, until one fails.
 *
 * @returns {Promise<{ killer?: string, tests: number }>} the test file that failed, if any, and how many reach the function
 */
async function runWithFault(tree, { file, start, end, text, mark }) {
  const reached = new Set(listReached(file, mark));
  const reaching = tests.filter((test) => test.passed && test.marks.some((one) => reached.has(one)));
  const source = sources.get(file);
  writeFileSync(path.join(tree, file), source.slice(0, start) + text + source.slice(end));
  const killer = await findKiller(planBatches(file, reaching), (batch) => findFailure(tree, batch));
  writeFileSync(path.join(tree, file), source);
  return { killer, tests: reaching.length };
}

/** The marks whose tests can notice a fault in the body of this mark. */
function listReached(file, mark) {
  const inFile = [...marks.values()].filter((one) => one.file === file);
  // Test files of a worker share modules, so that only the first one runs code outside of functions.
  const isModule = inFile.some(({ id, kind }) => id === mark && kind === 'module');
  return isModule ? inFile.map(({ id }) => id) : [mark];
}

/** @returns {Promise<string | undefined>} the first test file that fails, or that they took too long */
async function findFailure(tree, batch) {
  const seconds = batch.reduce((sum, test) => sum + test.seconds, 0);
  const args = ['--bail=1', ...batch.map(({ file }) => file)];
  const { code, results, errors, isLate } = await runTests(tree, args, {
    timeoutMs: TIMEOUT.startMs + TIMEOUT.factor * seconds * 1000,
  });
  if (isLate) return 'a timeout';
  const failed = results?.find(({ status }) => status === 'failed')?.name;
  // A failure of the machine, such as a database that does not start, must not count.
  if (code !== 0 && !failed) throw new Error(`The tests did not run:\n${errors}`);
  return failed && nameInTree(tree, failed);
}

/** @returns {Promise<{ code: number, results?: object[], errors: string, isLate: boolean }>} each test file, and what was written to
 * standard error */
function runTests(tree, args, { workers = 1, env = {}, timeoutMs } = {}) {
  const report = path.join(tree, 'test-results/report.json');
  rmSync(report, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--silent', `--maxWorkers=${workers}`];
  vitest.push('--reporter=json', `--outputFile=${report}`, ...args);
  return new Promise((resolve, reject) => {
    // A process group of its own, so that no worker in an endless loop outlives the run.
    const child = spawn(process.execPath, vitest, {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      detached: true,
    });
    running.add(child);
    let errors = '';
    let isLate = false;
    child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += chunk));
    const timer = timeoutMs && setTimeout(() => ((isLate = true), end(child)), timeoutMs);
    child.once('error', reject);
    child.once('exit', () => end(child));
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: code ?? 1, results: readJson(report)?.testResults, errors, isLate });
    });
  });
}

/** Ends the program and what it has started, if still running. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** @param file an absolute path in the tree, as reports have it */
function nameInTree(tree, file) {
  return path.relative(realpathSync(tree), file).replaceAll('\\', '/');
}

function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function readJson(file) {
  const text = readIfPresent(file);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Replaces the file at once, so that an interruption leaves the old or the new one. */
function writeJson(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}
