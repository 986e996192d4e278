import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { antdSamples } from './antd-samples.mjs';
import { root } from './run.mjs';

const require = createRequire(import.meta.url);
const antd = require('antd');
/** The very copy that antd writes its styles to: a second one would stay empty. */
const cssinjs = createRequire(require.resolve('antd'))('@ant-design/cssinjs');
const { createElement } = require('react');
const { renderToStaticMarkup } = require('react-dom/server');

/**
 * antd's style sheet for the components we use: their rules once, the variables of both themes under `.light` and
 * `.dark`.
 *
 * @returns {Promise<string>} CSS, one rule a line
 * @throws Error when the rules are not the same in both themes
 */
export async function antdCss() {
  const { antdTheme, tokensIn } = await tsImport('../../src/config/antd-theme.ts', import.meta.url);
  const tokens = readFileSync(path.join(root, 'styles/tokens.css'), 'utf8');
  const [light, dark] = ['light', 'dark'].map((name) => extract(antdTheme(tokensIn(tokens, name), name)));
  if (light.rules !== dark.rules) throw new Error('A rule of antd depends on the theme; only variables may.');
  const css = [light.variables, dark.variables, light.rules].join('');
  return `/* Made by scripts/build-antd-css.mjs. */\n${css.replaceAll('}', '}\n').replace(/\n(?=})/g, '')}`;
}

/** Renders the samples with styles on and takes the styles, which `zeroRuntime` leaves out in the app. */
function extract(theme) {
  const cache = cssinjs.createCache();
  const tree = createElement(
    cssinjs.StyleProvider,
    { cache },
    createElement(antd.ConfigProvider, { theme: { ...theme, zeroRuntime: false } }, ...antdSamples(antd)),
  );
  renderToStaticMarkup(tree);
  const take = (types) => withoutMarks(cssinjs.extractStyle(cache, { plain: true, types }));
  return { rules: take(['style']), variables: take(['token', 'cssVar']) };
}

/** Takes off what cssinjs keeps for itself, the list of what was extracted, and the line breaks inside values. */
const withoutMarks = (css) =>
  css.replace(/\.data-ant-cssinjs-cache-path\{content:"[^"]*";\}/g, '').replace(/\s+/g, ' ');
