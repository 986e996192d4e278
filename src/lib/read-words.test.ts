import { hasOnlyPunctuation, readSearchText } from './read-words';

it('readSearchText drops control characters and limits the length of a search text', () => {
  expect(readSearchText(' clay\0 and\u0007 paper ')).toBe('clay and paper');
  expect(readSearchText(['a', 'b'])).toBe('');
  expect(readSearchText(undefined)).toBe('');
  expect(readSearchText('a'.repeat(300))).toHaveLength(200);
});

it('hasOnlyPunctuation is true for symbols without words, but not for an empty text', () => {
  expect(['🎉', ' ** ', "'"].map(hasOnlyPunctuation)).toEqual([true, true, true]);
  expect(['clay', '🎉 7', '', '  ', undefined].map(hasOnlyPunctuation)).toEqual([false, false, false, false, false]);
});
