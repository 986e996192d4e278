import { shortenToTitle } from './shorten';

it.each([
  [undefined, ''],
  ['', ''],
  ['Good morning', 'Good morning'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
])('shortenToTitle makes a title from %j', (text, title) => {
  expect(shortenToTitle(text)).toBe(title);
});
