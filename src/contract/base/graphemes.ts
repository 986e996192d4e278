let segmenter: Intl.Segmenter | undefined;

/** Characters as people count them. The segmenter is made when it is first needed, which takes a phone a third of a second. */
export function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Whether each UTF-16 unit of a text is a character of its own: below the first mark that combines, all but CR LF are. */
export const isPlain = (text: string): boolean => !/[\u0300-\uffff]|\r\n/.test(text);

/** The first `max` characters of a text as people count them: an emoji family or a flag is one. */
export function takeGraphemes(text: string, max: number): string {
  if (isPlain(text)) return text.slice(0, max);
  let taken = 0;
  for (const { index } of splitGraphemes(text)) {
    if (taken === max) return text.slice(0, index);
    taken += 1;
  }
  return text;
}
