import { buildServer, buildWeb } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startProcesses, waitUntilReady } from './lib/processes.mjs';
import { readSettings } from './lib/settings.mjs';

const { webPort, apiPort, webUrl, apiUrl, apiEndpoint, dataDir, isDemo } = readSettings();

await ensureInstalled();
if (!apiEndpoint) await buildServer();
await buildWeb();

const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: webPort, API_PORT: apiPort };
const programs = [
  { name: 'web app', args: ['node_modules/next/dist/bin/next', 'start', '-p', webPort], env: production },
  ...(apiEndpoint ? [] : [{ name: 'API', args: ['--enable-source-maps', 'dist/server/main.js'], env: production }]),
];
const { stop, ended, isStopping } = startProcesses(programs);

try {
  if (!apiEndpoint) await waitUntilReady(`http://127.0.0.1:${apiPort}/health`, isStopping);
  await waitUntilReady(`http://127.0.0.1:${webPort}/`, isStopping);
  printAddresses();
} catch (error) {
  if (!isStopping()) console.error(error.message);
  stop(1);
}
process.exit(await ended);

function printAddresses() {
  const lines = [
    ['Web app', webUrl],
    ['API', apiUrl],
  ];
  if (!apiEndpoint) lines.push(['Data', process.env.DATABASE_URL ? `${dataDir}, database by DATABASE_URL` : dataDir]);
  if (!apiEndpoint && isDemo) {
    lines.push(['Fan', 'fan@demo.test / demo-password'], ['Creator', 'creator@demo.test / demo-password']);
  }
  console.log(
    `\n${lines.map(([name, value]) => `  ${name.padEnd(8)} ${value}`).join('\n')}\n\n  Ctrl-C stops everything.\n`,
  );
}
