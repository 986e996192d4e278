import { isPlain, takeGraphemes } from './graphemes';

it.each([
  ['teapots', 3, 'tea'],
  ['tea', 3, 'tea'],
  ['👨‍👩‍👧🇸🇪🇫🇮', 2, '👨‍👩‍👧🇸🇪'],
  ['cafe\u0301s', 4, 'cafe\u0301'],
  ['caféš — tea', 4, 'café'],
  ['a\r\nb', 2, 'a\r\n'],
  ['', 3, ''],
])('takes the first characters of %s', (text, max, expected) => {
  expect(takeGraphemes(text, max)).toBe(expected);
});

it('isPlain is true only if the segmenter makes every UTF-16 unit a segment of its own', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const units = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code));
  const wrong = ['a', '\r', '\n', '\u00ad', '\u00a9'].flatMap((first) =>
    units.filter((second) => isPlain(first + second) && [...segmenter.segment(first + second)].length !== 2),
  );
  expect(wrong).toEqual([]);
  expect(['e\u0301', '\r\n', '🏺', 'ก็'].filter(isPlain)).toEqual([]);
});
