import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildServer, buildWeb } from './lib/build.mjs';
import { findChromium } from './lib/find-program.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { keepTmpInMemory } from './lib/memory-disk.mjs';
import { root, run, runBin } from './lib/run.mjs';

// `npm test` runs all parts, and journeys without the slow and rare ones; `npm test -- check`, `unit` or `e2e` (plus arguments for
// the runner) only that part, whole. `unit --changed` runs the tests affected by uncommitted changes.
const [only, ...runnerArgs] = process.argv.slice(2);
const results = path.join(root, 'test-results');
const total = { passed: 0, failed: 0 };
const failed = [];
const durations = new Map();
const SLOWEST_PARTS = 5;
const LINES_OF_REASON = 6;
/** The compatible backends that the mock API imitates, which are also names of Playwright projects. */
const generations = ['later', 'older', 'fork'];

try {
  await ensureInstalled();
  keepTmpInMemory();
  mkdirSync(results, { recursive: true });
  if (isWanted('check')) await check();
  if (isWanted('unit')) await unit();
  if (isWanted('e2e')) {
    await endToEnd(runnerArgs);
    if (runnerArgs.length === 0) await endToEnd(['--project', 'machines']);
  }
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
printSlowest();
printFailed();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || (total.passed === 0 && only !== 'check') ? 1 : 0;

function isWanted(part) {
  return only === undefined || only === part;
}

async function check() {
  if ((await run(process.execPath, ['scripts/check.mjs'])) !== 0) total.failed += 1;
}

/** Tests that start programs come last: beside others, which use all cores, they would measure how busy the machine is. */
async function unit() {
  if (runnerArgs.length > 0) return vitest('unit.json', runnerArgs);
  await vitest('unit.json', ['--project=server', '--project=web*']);
  console.log('\nTests that start programs');
  await vitest('programs.json', ['--project=processes']);
}

async function vitest(reportName, args, options) {
  const report = freshReport(reportName);
  const reporters = ['--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runBin('vitest', ['run', ...reporters, ...args], options);
  addUp(code, report, ({ numPassedTests, numFailedTests, testResults }) => {
    let unloaded = 0;
    for (const { name, startTime, endTime, status, assertionResults, message } of testResults) {
      const file = path.relative(root, name);
      addDuration(file, endTime - startTime);
      const tests = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of tests) addFailed(file, fullName, failureMessages);
      // A file that fails to load contains no failed test.
      const isUnloaded = status === 'failed' && tests.length === 0;
      if (!isUnloaded) continue;
      unloaded += 1;
      addFailed(file, 'does not load', [message]);
    }
    return { passed: numPassedTests, failed: numFailedTests + unloaded };
  });
}

async function endToEnd(args) {
  const chromium = await findChromium();
  const servers = serversFor(args);
  if (['', 'reference', 'machines'].includes(servers)) await buildServer();
  await buildWeb();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'creator-platform-e2e-'));
  const [webPort, apiPort, webhookPort, ...others] = await findFreePorts(3 + 2 * generations.length);
  const report = freshReport('playwright.json');
  const env = {
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(webPort),
    E2E_API_PORT: String(apiPort),
    E2E_DATA_DIR: dataDir,
    E2E_WEBHOOK_PORT: String(webhookPort),
    E2E_BACKENDS: generations.map((name, index) => [name, ...others.slice(2 * index, 2 * index + 2)].join(':')).join(),
    E2E_SERVERS: servers,
    E2E_QUICK: only === undefined ? '1' : (process.env.E2E_QUICK ?? ''),
  };
  const code = await runBin('playwright', ['test', ...args], { env });
  rmSync(dataDir, { recursive: true, force: true });
  addUp(code, report, ({ stats, errors, suites }) => {
    for (const suite of suites) {
      const file = `e2e/${suite.file}`;
      for (const test of listTests(suite)) {
        addDuration(file, getDuration(test));
        if (!['unexpected', 'flaky'].includes(test.status)) continue;
        const messages = test.results.flatMap(({ errors }) => errors.map((error) => error.message ?? ''));
        addFailed(file, `${test.projectName}: ${test.title}`, messages);
      }
    }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  });
}

function listTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title })));
  return [...own, ...suites.flatMap(listTests)];
}

function getDuration({ results }) {
  return results.reduce((sum, { duration }) => sum + duration, 0);
}

function addDuration(file, milliseconds) {
  durations.set(file, (durations.get(file) ?? 0) + milliseconds / 1000);
}

function addFailed(file, title, messages) {
  const reasons = messages.map((message) =>
    stripVTControlCharacters(message).trim().split('\n').slice(0, LINES_OF_REASON),
  );
  failed.push(`${file}: ${title}`, ...reasons.flat().map((line) => `    ${line}`));
}

function printFailed() {
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((line) => `  ${line}`).join('\n')}`);
}

function printSlowest() {
  const slowest = [...durations].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_PARTS);
  if (slowest.length > 0) console.log('\nSlowest parts, in worker seconds:');
  for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(0).padStart(6)}  ${file}`);
}

/**
 * Selects the servers for the requested projects: `mock`, `reference`, `machines` (the reference API on several machines),
 * `staging` (an external backend), or an empty string for mock and reference.
 *
 * @throws Error if the project `backend` is requested without E2E_API_ENDPOINT
 */
function serversFor(args) {
  const projects = args.flatMap((arg, index) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return arg === '--project' ? [args[index + 1] ?? ''] : [];
  });
  if (projects.includes('backend')) {
    if (!process.env.E2E_API_ENDPOINT) throw new Error('The project "backend" needs a URL: E2E_API_ENDPOINT=https://…');
    return 'staging';
  }
  if (projects.includes('machines')) return 'machines';
  const isMock = (project) => generations.some((name) => project.startsWith(name));
  if (projects.length === 0 || (projects.some(isMock) && !projects.every(isMock))) return '';
  return projects.every(isMock) ? 'mock' : 'reference';
}

function freshReport(name) {
  const file = path.join(results, name);
  rmSync(file, { force: true });
  return file;
}

/** A run without a report, or one that fails without a failed test, counts as one failed test. */
function addUp(code, report, count) {
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`The test run wrote no report: ${error.message}`);
  }
  total.passed += counted.passed;
  total.failed += code !== 0 ? Math.max(1, counted.failed) : counted.failed;
}

/** Reserves all ports before releasing any, so that no port is found twice. */
async function findFreePorts(count) {
  const held = await Promise.all(Array.from({ length: count }, holdFreePort));
  return Promise.all(held.map((letGo) => letGo()));
}

/** @returns a function that releases the port and returns its number */
function holdFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      resolve(() => new Promise((done) => server.close(() => done(port))));
    });
  });
}
