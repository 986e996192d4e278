import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';
import { readSettings } from './lib/settings.mjs';

// `npm run demo-show`, while the site is running: a demo creator goes live until Ctrl-C, with an animation as the camera
// picture.
const { apiUrl, webUrl } = readSettings();
await ensureInstalled({ isForServing: true });
// Ignored here: the child process handles Ctrl-C, to end the show properly.
process.on('SIGINT', () => undefined);
process.exitCode = await runBin('tsx', ['demo/show/main.ts', apiUrl, webUrl]);
