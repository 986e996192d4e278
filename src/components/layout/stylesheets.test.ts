import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => join('src', name));

function getRules(sheet: string): { selector: string; body: string }[] {
  const css = readFileSync(sheet, 'utf8').replace(/\/\*.*?\*\//gs, '');
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body: body.trim(),
  }));
}

const declaring = (sheet: string, declaration: RegExp): string[] =>
  getRules(sheet).flatMap(({ selector, body }) => (declaration.test(body) ? selector.split(/,\s*/) : []));

it.each(sheets)('%s has no empty rule, and sets `-webkit-box` for every line clamp', (sheet) => {
  expect(getRules(sheet).filter(({ body }) => body === '')).toEqual([]);
  const boxes = declaring(sheet, /display: -webkit-box;/);
  expect(declaring(sheet, /-webkit-line-clamp:/).filter((selector) => !boxes.includes(selector))).toEqual([]);
});

it('no style changes the order of the page, which the Tab key and screen readers would not follow', () => {
  const reordered = sheets.filter((sheet) => declaring(sheet, /(^|[\s;])order:/).length > 0);
  expect(reordered).toEqual([]);
});

it('selected words and people in the editor have a border in forced-colors mode', () => {
  const css = readFileSync('src/features/content/studio/components/editor.module.css', 'utf8');
  expect(css).toMatch(/@media \(forced-colors: active\) \{\s*\.pill \{\s*border: 1px solid;\s*\}/);
});

/** Sticky or fixed elements that hide no content, or that cover it on purpose. */
const beside = [
  'components/layout/menu',
  'components/layout/sheet',
  'components/layout/side-nav',
  'components/layout/route-progress',
  'components/layout/toast-host',
  'components/states/part-failed',
  'features/identity/auth/components/auth-frame',
  'features/conversation/message/components/inbox',
  'screens/content/profile-screen',
  'screens/operations/review-screen',
];

it('fixed and sticky bars scroll with the page at 400 % zoom', () => {
  const staying = sheets.filter((sheet) => declaring(sheet, /position: (sticky|fixed)/).length > 0);
  const bars = staying.filter((sheet) => !beside.some((name) => sheet.endsWith(`${name}.module.css`)));
  expect(bars.length).toBeGreaterThan(5);
  expect(bars.filter((sheet) => !readFileSync(sheet, 'utf8').includes('@media (max-height: 320px)'))).toEqual([]);
});

/** Style sheets of names or titles, and the selectors that must break long words. */
const breaking: [sheet: string, selectors: string[]][] = [
  ['components/content/locked-card', ['.foot h2', '.inside', '.caption']],
  ['components/layout/menu', ['.menu']],
  ['components/layout/panel', ['.head h2']],
  ['components/list/sum-lines', ['.bill dt']],
  ['components/states/empty-state', ['.empty']],
  ['features/conversation/message/components/composer', ['.closed']],
  ['features/conversation/message/components/message-log', ['.beginningName']],
  ['features/money/checkout/components/checkout', ['.done']],
  ['features/money/checkout/components/payment-result', ['.ways']],
  ['screens/content/item-screen', ['.back', '.head h2']],
  ['screens/site/landing-screen', ['.featureFoot']],
];

it.each(breaking)('%s breaks long words instead of growing wider', (name, selectors) => {
  const sheet = join('src', `${name}.module.css`);
  expect(declaring(sheet, /overflow-wrap: anywhere;/)).toEqual(expect.arrayContaining(selectors));
});

it.each([
  ['src/components/content/locked-card.module.css', '.foot'],
  ['styles/base.css', '.stack'],
  ['src/features/money/payment/components/wallet.module.css', '.words'],
])('%s: %s never grows wider than its container', (sheet, selector) => {
  expect(declaring(sheet, /grid-template-columns: minmax\(0, 1fr\);/)).toContain(selector);
});
