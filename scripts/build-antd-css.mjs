import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { antdCss } from './lib/antd-css.mjs';
import { root } from './lib/run.mjs';

// `node scripts/build-antd-css.mjs` writes antd's static sheet anew: after a change of tokens.css, of antd, or of which of
// its components we use. With `--check` it only says whether the stored sheet is still the right one.
const file = path.join(root, 'styles/generated/antd.css');
const css = await antdCss();
if (!process.argv.includes('--check')) writeFileSync(file, css);
else if (readFileSync(file, 'utf8') !== css) {
  console.error('styles/generated/antd.css is stale: run `node scripts/build-antd-css.mjs`.');
  process.exitCode = 1;
}
