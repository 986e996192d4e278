import { buildServer, buildWeb } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { assertPortsFree } from './lib/processes.mjs';
import { serve } from './lib/serve.mjs';
import { readSettings } from './lib/settings.mjs';
import { createStages } from './lib/stages.mjs';

// `npm start` installs what is missing, builds what changed, and serves. `npm start -- --built` only serves a built tree.
const settings = readSettings();
const { webPort, apiPort, webUrl, apiUrl, apiEndpoint, dataDir, servesWeb } = settings;
const stages = createStages();

try {
  await assertPortsFree([
    ...(servesWeb ? [{ name: 'web app', port: webPort, variable: 'PORT' }] : []),
    ...(apiEndpoint ? [] : [{ name: 'API', port: apiPort, variable: 'API_PORT' }]),
  ]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (!process.argv.includes('--built')) {
  stages.begin('Dependencies');
  await ensureInstalled({ isForServing: true });
  stages.begin('Build');
  if (!apiEndpoint) await buildServer();
  if (servesWeb) await buildWeb();
  stages.end();
}
process.exit(
  await serve(settings, {
    onStage: stages.begin,
    onProgress: stages.progress,
    onUp(notes) {
      stages.end();
      printAddresses(notes);
    },
  }),
);

function printAddresses(notes) {
  const lines = [...(servesWeb ? [['Web app', webUrl]] : []), ['API', apiUrl]];
  if (!apiEndpoint) lines.push(['Data', process.env.DATABASE_URL ? `${dataDir}, database by DATABASE_URL` : dataDir]);
  const table = lines.map(([name, value]) => `  ${name.padEnd(8)} ${value}`).join('\n');
  console.log(`\n${[table, ...notes, 'Ctrl-C stops everything.'].join('\n\n')}\n`);
}
