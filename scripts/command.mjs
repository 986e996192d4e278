import { buildServer } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';
import { readSettings } from './lib/settings.mjs';

// `npm run seed`, `migrate`, `verify`, `openapi`, `media`, `admin`, `stripe`: runs a command of the API's command line.
readSettings();
await ensureInstalled({ isForServing: true });
await buildServer();
process.exit(await run(process.execPath, ['--enable-source-maps', 'dist/server/cli.js', ...process.argv.slice(2)]));
