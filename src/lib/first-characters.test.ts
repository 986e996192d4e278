import { firstCharacters } from './first-characters';

describe('the first characters of a text', () => {
  it.each([
    ['all of a short one', 'cup', 5, 'cup'],
    ['so many', 'teapots', 3, 'tea'],
    ['no half emoji', 'a🏺🏺', 4, 'a🏺'],
    ['a whole emoji at the end', 'a🏺🏺', 3, 'a🏺'],
  ])('%s', (_what, text, most, first) => {
    expect(firstCharacters(text, most)).toBe(first);
  });
});
