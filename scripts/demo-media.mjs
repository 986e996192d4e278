import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';

// `node scripts/demo-media.mjs` renders the demo's images, videos and audio into demo/prepared, so that users need not wait for
// it at their first start. Run it after a change to the demo content or the drawing code.
await ensureInstalled();
process.exitCode = await runBin('tsx', ['demo/prepare.ts']);
