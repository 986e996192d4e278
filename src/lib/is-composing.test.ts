import { isComposing } from './is-composing';

it.each([
  ['Enter in Chromium during a composition', { isComposing: true, keyCode: 229 }, true],
  ['Enter that ends a composition in WebKit', { isComposing: false, keyCode: 229 }, true],
  ['Enter afterwards', { isComposing: false, keyCode: 13 }, false],
])('%s: composing %s', (_case, key, expected) => {
  expect(isComposing(key)).toBe(expected);
});
