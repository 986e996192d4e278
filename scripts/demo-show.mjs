import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';
import { readSettings } from './lib/settings.mjs';

// `npm run demo-show`, next to a running site: a demo creator goes live until Ctrl-C, with a drawn video as camera.
const { apiUrl, webUrl } = readSettings();
await ensureInstalled();
// The show handles Ctrl-C itself, because it must end properly.
process.on('SIGINT', () => undefined);
process.exitCode = await runBin('tsx', ['demo/show/main.ts', apiUrl, webUrl]);
