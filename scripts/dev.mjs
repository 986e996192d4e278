import { ensureInstalled } from './lib/install.mjs';
import { startProcesses } from './lib/processes.mjs';
import { readSettings } from './lib/settings.mjs';

const { webPort, apiPort, webUrl, apiEndpoint } = readSettings();
await ensureInstalled();

const env = { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', PORT: webPort, API_PORT: apiPort };
const programs = [
  { name: 'web app', args: ['node_modules/next/dist/bin/next', 'dev', '-p', webPort], env },
  ...(apiEndpoint ? [] : [{ name: 'API', args: ['node_modules/tsx/dist/cli.mjs', 'watch', 'server/main.ts'], env }]),
];
const { ended } = startProcesses(programs, { restarts: () => false });
console.log(`Starting ${webUrl}, which reloads when a file changes.`);
process.exit(await ended);
