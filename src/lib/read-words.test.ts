import { hasOnlySigns, readWords } from './read-words';

it('reads words of an address as a page can show them', () => {
  expect(readWords(' clay\0 and\u0007 paper ')).toBe('clay and paper');
  expect(readWords(['a', 'b'])).toBe('');
  expect(readWords(undefined)).toBe('');
  expect(readWords('a'.repeat(300))).toHaveLength(200);
});

it('tells a text of signs only from words and from nothing', () => {
  expect(['🎉', ' ** ', "'"].map(hasOnlySigns)).toEqual([true, true, true]);
  expect(['clay', '🎉 7', '', '  ', undefined].map(hasOnlySigns)).toEqual([false, false, false, false, false]);
});
