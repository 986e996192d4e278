let segmenter: Intl.Segmenter | undefined;

/** Characters as users count them. Created on first use, because that takes a phone a third of a second. */
export function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Whether each UTF-16 unit is a character: true below U+0300, the first combining mark, except for CR LF. */
export const isPlain = (text: string): boolean => !/[\u0300-\uffff]|\r\n/.test(text);

/** The first `max` characters as users count them: an emoji family or a flag counts as one. */
export function takeGraphemes(text: string, max: number): string {
  if (isPlain(text)) return text.slice(0, max);
  let taken = 0;
  for (const { index } of splitGraphemes(text)) {
    if (taken === max) return text.slice(0, index);
    taken += 1;
  }
  return text;
}
