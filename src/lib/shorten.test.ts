import { cutAtWord, shortenToTitle } from './shorten';

it('begins a long text without spaces with as much as a list shows, not with all of it', () => {
  expect(cutAtWord('陶'.repeat(2_000), 420)).toBe('陶'.repeat(420));
});

it.each([
  [undefined, ''],
  ['', ''],
  ['Good morning', 'Good morning'],
  ['word '.repeat(20), `${'word '.repeat(12).trim()}…`],
])('names something after %j', (text, title) => {
  expect(shortenToTitle(text)).toBe(title);
});
