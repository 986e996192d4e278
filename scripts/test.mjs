import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer, buildWeb } from './lib/build.mjs';
import { findOrInstall } from './lib/find-program.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, runBin } from './lib/run.mjs';

// `npm test` runs everything; `npm test -- check`, `unit` or `e2e` (with arguments for the runner) only that.
const [only, ...runnerArgs] = process.argv.slice(2);
const results = path.join(root, 'test-results');
const total = { passed: 0, failed: 0 };

try {
  await ensureInstalled();
  process.env.FFMPEG_PATH = await findOrInstall({
    variable: 'FFMPEG_PATH',
    names: ['ffmpeg'],
    debianPackages: ['ffmpeg'],
  });
  mkdirSync(results, { recursive: true });
  if (isWanted('check')) await check();
  if (isWanted('unit')) await unit();
  if (isWanted('e2e')) await endToEnd();
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || (total.passed === 0 && only !== 'check') ? 1 : 0;

function isWanted(part) {
  return only === undefined || only === part;
}

async function check() {
  if ((await run(process.execPath, ['scripts/check.mjs'])) !== 0) total.failed += 1;
}

async function unit() {
  const report = freshReport('jest.json');
  const code = await runBin('jest', ['--json', `--outputFile=${report}`, ...runnerArgs]);
  addUp(code, report, (jest) => ({
    passed: jest.numPassedTests,
    // A suite that could not even start has no failed test of its own.
    failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites,
  }));
}

async function endToEnd() {
  const chromium = await findOrInstall({
    variable: 'CHROMIUM_PATH',
    // The build without windows is a fifth quicker; the tests hold for the others too.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium-headless-shell', 'chromium'],
  });
  await buildServer();
  await buildWeb();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'creator-platform-e2e-'));
  const [webPort, apiPort] = [await findFreePort(), await findFreePort()];
  const report = freshReport('playwright.json');
  const env = {
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(webPort),
    E2E_API_PORT: String(apiPort),
    E2E_DATA_DIR: dataDir,
  };
  const code = await runBin('playwright', ['test', ...runnerArgs], { env });
  rmSync(dataDir, { recursive: true, force: true });
  addUp(code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

function freshReport(name) {
  const file = path.join(results, name);
  rmSync(file, { force: true });
  return file;
}

/** A runner that leaves no report, or fails without naming a test, counts as one failed test. */
function addUp(code, report, count) {
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`No report of the test run: ${error.message}`);
  }
  total.passed += counted.passed;
  total.failed += code !== 0 ? Math.max(1, counted.failed) : counted.failed;
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
