import { hasOnlyPunctuation, readSearchText } from './read-words';

it('reads words of an address as a page can show them', () => {
  expect(readSearchText(' clay\0 and\u0007 paper ')).toBe('clay and paper');
  expect(readSearchText(['a', 'b'])).toBe('');
  expect(readSearchText(undefined)).toBe('');
  expect(readSearchText('a'.repeat(300))).toHaveLength(200);
});

it('tells a text of signs only from words and from nothing', () => {
  expect(['🎉', ' ** ', "'"].map(hasOnlyPunctuation)).toEqual([true, true, true]);
  expect(['clay', '🎉 7', '', '  ', undefined].map(hasOnlyPunctuation)).toEqual([false, false, false, false, false]);
});
