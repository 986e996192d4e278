import { buildServer, buildWeb } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { assertPortsFree, startProcesses, waitUntilReady, webArgs } from './lib/processes.mjs';
import { readSettings } from './lib/settings.mjs';
import { createStages } from './lib/stages.mjs';

const { webPort, apiPort, webUrl, apiUrl, apiEndpoint, dataDir } = readSettings();
const stages = createStages();

try {
  await assertPortsFree([
    { name: 'web app', port: webPort, variable: 'PORT' },
    ...(apiEndpoint ? [] : [{ name: 'API', port: apiPort, variable: 'API_PORT' }]),
  ]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
stages.begin('Dependencies');
await ensureInstalled();
stages.begin('Build');
if (!apiEndpoint) await buildServer();
await buildWeb();
stages.end();

const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: webPort, API_PORT: apiPort };
let sayReady;
const apiIsReady = new Promise((resolve) => (sayReady = resolve));
const programs = [
  { name: 'web app', args: webArgs(webPort), env: production, isQuiet: true },
  ...(apiEndpoint
    ? []
    : [{ name: 'API', args: ['--enable-source-maps', 'dist/server/main.js'], env: production, onMessage: hear }]),
];
// Programs are restarted only after a successful start: one that fails at its first start would fail again.
let isUp = false;
const { stop, ended, isStopping } = startProcesses(programs, { restarts: () => isUp });

try {
  const notes = apiEndpoint ? [] : await Promise.race([apiIsReady, ended.then(() => [])]);
  stages.begin('Web app');
  await waitUntilReady(`http://127.0.0.1:${webPort}/`, isStopping);
  isUp = true;
  stages.end();
  printAddresses(notes);
} catch (error) {
  if (!isStopping()) console.error(error.message);
  stop(1);
}
process.exit(await ended);

/** Handles messages from the API; see server/start-report.ts. */
function hear({ isReady, notes, stage, done, of }) {
  // Only the first start shows its stages, not a restart.
  if (isUp) return;
  if (isReady) return sayReady(notes);
  if (done === undefined) stages.begin(stage);
  else stages.progress(`${done} of ${of}`);
}

function printAddresses(notes) {
  const lines = [
    ['Web app', webUrl],
    ['API', apiUrl],
  ];
  if (!apiEndpoint) lines.push(['Data', process.env.DATABASE_URL ? `${dataDir}, database by DATABASE_URL` : dataDir]);
  const table = lines.map(([name, value]) => `  ${name.padEnd(8)} ${value}`).join('\n');
  console.log(`\n${[table, ...notes, 'Ctrl-C stops everything.'].join('\n\n')}\n`);
}
