import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { root } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const antd = require('antd');
/** The very copy that antd writes its styles to: a second one would stay empty. */
const cssinjs = createRequire(require.resolve('antd'))('@ant-design/cssinjs');
const { createElement } = require('react');
const { renderToStaticMarkup } = require('react-dom/server');

/**
 * One of each antd component that the app shows. Popups are not rendered on a server: what appears only inside one needs
 * a sample of its own. Ours have no button "OK" or "Now", so antd's Button is not among them.
 */
const antdSamples = ({ DatePicker }) => [
  createElement(DatePicker, { key: 'date', showTime: true, allowClear: true, status: 'error' }),
  createElement(DatePicker.RangePicker, { key: 'range' }),
];

// `node scripts/build-antd-css.mjs` writes antd's static sheet anew: after a change of tokens.css, of antd, or of which of
// its components we use. With `--check` it only says whether the stored sheet is still the right one.
const file = path.join(root, 'styles/generated/antd.css');
const css = await antdCss();
if (!process.argv.includes('--check')) writeFileSync(file, css);
else if (readFileSync(file, 'utf8') !== css) {
  console.error('styles/generated/antd.css is stale: run `node scripts/build-antd-css.mjs`.');
  process.exitCode = 1;
}

/**
 * antd's style sheet for the components we use: their rules once, the variables of both themes under `.light` and
 * `.dark`.
 *
 * @returns {Promise<string>} CSS, one rule a line
 * @throws Error when the rules are not the same in both themes
 */
async function antdCss() {
  const { antdTheme, tokensIn } = await tsImport('../src/config/antd-theme.ts', import.meta.url);
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
  return { rules: withoutUnused(take(['style'])), variables: take(['token', 'cssVar']) };
}

/**
 * Leaves out the rules that are only for kinds, states and parts of pickers that no page has, and those for elements by
 * their names alone: they would reach every link of the site, where antd's variables are not set.
 */
function withoutUnused(css) {
  const unused =
    /\.ant-(move|picker-(filled|borderless|underlined|multiple|selection|compact|status-(warning|success)|week|small|large|presets|ranges|footer|panel-rtl|dropdown-rtl|rtl))\b/;
  /** No class in it; `from` and `to` are steps of an animation. */
  const bare = /^\s*(?!(?:from|to)\s*$)[a-z*:[][^.]*$/i;
  return css.replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors) => {
    const needed = selectors.replace(/:not\([^)]*\)/g, '').split(',');
    return needed.every((selector) => unused.test(selector) || bare.test(selector)) ? '' : rule;
  });
}

/** Takes off what cssinjs keeps for itself, the list of what was extracted, and the line breaks inside values. */
function withoutMarks(css) {
  return css.replace(/\.data-ant-cssinjs-cache-path\{content:"[^"]*";\}/g, '').replace(/\s+/g, ' ');
}
