import { firstCharacters } from './first-characters';

describe('the first characters of a text', () => {
  it.each([
    ['all of a short one', 'cup', 5, 'cup'],
    ['so many', 'teapots', 3, 'tea'],
    ['no half emoji', 'a🏺🏺', 4, 'a🏺'],
    ['a whole emoji at the end', 'a🏺🏺', 3, 'a🏺'],
    ['no half family', 'ab👨‍👩‍👧', 5, 'ab'],
    ['no half flag', '🇸🇪🇫🇮', 6, '🇸🇪'],
    ['no letter without its accent', 'cafe\u0301', 4, 'caf'],
    ['no half emoji of a character that is longer than all of it', `🏺${'\u0301'.repeat(9)}`, 3, '🏺\u0301'],
    ['no half emoji where nothing whole fits', `🏺${'\u0301'.repeat(9)}`, 1, ''],
  ])('%s', (_what, text, most, first) => {
    expect(firstCharacters(text, most)).toBe(first);
  });
});
