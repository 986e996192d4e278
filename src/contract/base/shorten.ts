import { isPlain, splitGraphemes } from './graphemes';

/** Cuts a text for previews to at most `max` UTF-16 units. Flags, family emoji and accented letters stay whole. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  if (isPlain(text.slice(max - 1, max + 1))) return text.slice(0, max);
  const end = splitGraphemes(text).containing(max)?.index ?? 0;
  // The first character alone is too long, such as a letter with a hundred combining marks.
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

export function cutAtWord(text: string, length: number): string {
  const cut = text.lastIndexOf(' ', length);
  // Long words, and Japanese, have no space to cut at.
  return firstCharacters(text, cut > 0 ? cut : length);
}

/** Ends at a word, with an ellipsis, if the text has more than `max` UTF-16 units. */
export function shorten(text: string, max: number): string {
  const whole = text.trim();
  return whole.length <= max ? whole : `${cutAtWord(whole, max).trimEnd()}…`;
}
