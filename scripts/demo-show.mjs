import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';
import { readSettings } from './lib/settings.mjs';

// `npm run demo-show`, beside a running site: a creator of the demo goes live until Ctrl-C, with a drawn film as her camera.
const { apiUrl, webUrl } = readSettings();
await ensureInstalled();
// Ctrl-C is for the show, which has to end properly.
process.on('SIGINT', () => undefined);
process.exitCode = await runBin('tsx', ['demo/show/main.ts', apiUrl, webUrl]);
