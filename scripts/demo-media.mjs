import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';

// `node scripts/demo-media.mjs` renders the demo's images, videos and sounds into demo/prepared after a change of its content or
// of the drawing code, so that a first start need not render them.
await ensureInstalled();
process.exitCode = await runBin('tsx', ['demo/prepare.ts']);
