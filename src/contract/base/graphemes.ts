const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first `max` characters of a text as people count them: an emoji family or a flag is one. */
export function takeGraphemes(text: string, max: number): string {
  let taken = 0;
  for (const { index } of graphemes.segment(text)) {
    if (taken === max) return text.slice(0, index);
    taken += 1;
  }
  return text;
}
