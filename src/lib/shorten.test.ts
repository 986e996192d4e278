import { cutAtWord, shortenToTitle } from './shorten';

it('a long text without spaces is cut at the maximum length', () => {
  expect(cutAtWord('陶'.repeat(2_000), 420)).toBe('陶'.repeat(420));
});

it.each([
  [undefined, ''],
  ['', ''],
  ['Good morning', 'Good morning'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
])('shortenToTitle makes a title from %j', (text, title) => {
  expect(shortenToTitle(text)).toBe(title);
});
