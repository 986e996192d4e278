import { takeGraphemes } from './graphemes';

it.each([
  ['teapots', 3, 'tea'],
  ['tea', 3, 'tea'],
  ['👨‍👩‍👧🇸🇪🇫🇮', 2, '👨‍👩‍👧🇸🇪'],
  ['cafe\u0301s', 4, 'cafe\u0301'],
  ['', 3, ''],
])('the first characters of %s', (text, max, expected) => {
  expect(takeGraphemes(text, max)).toBe(expected);
});
