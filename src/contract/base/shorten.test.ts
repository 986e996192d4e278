import { cutAtWord, firstCharacters, shorten } from './shorten';

describe('firstCharacters', () => {
  it.each([
    ['keeps a short text', 'cup', 5, 'cup'],
    ['cuts at the maximum', 'teapots', 3, 'tea'],
    ['drops half an emoji', 'a🏺🏺', 4, 'a🏺'],
    ['keeps a whole emoji at the end', 'a🏺🏺', 3, 'a🏺'],
    ['drops half a family emoji', 'ab👨‍👩‍👧', 5, 'ab'],
    ['drops half a flag', '🇸🇪🇫🇮', 6, '🇸🇪'],
    ['drops a letter whose accent does not fit', 'cafe\u0301', 4, 'caf'],
    ['cuts marks of a single character longer than the maximum', `🏺${'\u0301'.repeat(9)}`, 3, '🏺\u0301'],
    ['returns nothing if not even one emoji fits', `🏺${'\u0301'.repeat(9)}`, 1, ''],
  ])('%s', (_what, text, most, first) => {
    expect(firstCharacters(text, most)).toBe(first);
  });
});

it('a long text without spaces is cut at the maximum length', () => {
  expect(cutAtWord('陶'.repeat(2_000), 420)).toBe('陶'.repeat(420));
});

it.each([
  ['a short text', 12, 'a short text'],
  ['  spaces around  ', 14, 'spaces around'],
  ['let it dry overnight', 18, 'let it dry…'],
  ['let it dry overnight', 10, 'let it dry…'],
  ['overnight', 4, 'over…'],
  ['ab🎨cd', 3, 'ab…'],
  ['', 3, ''],
])('shortens %j to at most %i characters and an ellipsis', (text, max, expected) => {
  expect(shorten(text, max)).toBe(expected);
});
