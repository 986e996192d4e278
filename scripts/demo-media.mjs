import { ensureInstalled } from './lib/install.mjs';
import { runBin } from './lib/run.mjs';

// `node scripts/demo-media.mjs` makes the pictures, films and sounds of the demo anew, after a change of its content or of
// how it is drawn. They are kept in demo/prepared, so that a first start need not make them.
await ensureInstalled();
process.exitCode = await runBin('tsx', ['demo/prepare.ts']);
