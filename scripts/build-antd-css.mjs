import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { root } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const antd = require('antd');
/** The copy of cssinjs that antd itself uses, since that one collects antd's styles. */
const cssinjs = createRequire(require.resolve('antd'))('@ant-design/cssinjs');
const { createElement } = require('react');
const { renderToStaticMarkup } = require('react-dom/server');

/**
 * Samples of all antd components in the app. Popups are not rendered on a server, so a component that only appears in one needs
 * its own sample. antd's Button is not needed, because our pickers have no "OK" or "Now" button.
 */
const antdSamples = ({ DatePicker }) => [
  createElement(DatePicker, { key: 'date', showTime: true, allowClear: true, status: 'error' }),
  createElement(DatePicker.RangePicker, { key: 'range' }),
];

// `node scripts/build-antd-css.mjs` regenerates antd's static style sheet. Run it after a change to tokens.css, to antd, or to
// the antd components used. `--check` only compares the stored sheet.
const file = path.join(root, 'styles/generated/antd.css');
const css = await antdCss();
if (!process.argv.includes('--check')) writeFileSync(file, css);
else if (readFileSync(file, 'utf8') !== css) {
  console.error('styles/generated/antd.css is stale: run `node scripts/build-antd-css.mjs`.');
  process.exitCode = 1;
}

/**
 * Rules of the used components, and the variables of both themes under `.light` and `.dark`.
 *
 * @returns {Promise<string>} CSS, one rule per line
 * @throws Error if the themes differ in more than variables
 */
async function antdCss() {
  const { antdTheme, tokensIn } = await tsImport('../src/config/antd-theme.ts', import.meta.url);
  const tokens = readFileSync(path.join(root, 'styles/tokens.css'), 'utf8');
  const [light, dark] = ['light', 'dark'].map((name) => extract(antdTheme(tokensIn(tokens, name), name)));
  if (light.rules !== dark.rules)
    throw new Error('antd generated different rules for the light and dark themes; only variables may differ.');
  const css = [light.variables, dark.variables, light.rules].join('');
  return `/* Made by scripts/build-antd-css.mjs. */\n${css.replaceAll('}', '}\n').replace(/\n(?=})/g, '')}`;
}

/** Renders the samples with their styles, which the app itself omits (`zeroRuntime`). */
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
 * Drops rules for variants, states and parts of pickers that no page uses. Also drops bare element selectors: they would style
 * every link of the site, even where antd's variables are not set.
 */
function withoutUnused(css) {
  const unused =
    /\.ant-(move|picker-(filled|borderless|underlined|multiple|selection|compact|status-(warning|success)|week|small|large|presets|ranges|footer|panel-rtl|dropdown-rtl|rtl))\b/;
  /** Matches selectors without a class, except `from` and `to` of keyframes. */
  const bare = /^\s*(?!(?:from|to)\s*$)[a-z*:[][^.]*$/i;
  return css.replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors) => {
    const needed = selectors.replace(/:not\([^)]*\)/g, '').split(',');
    return needed.every((selector) => unused.test(selector) || bare.test(selector)) ? '' : rule;
  });
}

/** Drops cssinjs's list of extracted styles, and line breaks within values. */
function withoutMarks(css) {
  return css.replace(/\.data-ant-cssinjs-cache-path\{content:"[^"]*";\}/g, '').replace(/\s+/g, ' ');
}
