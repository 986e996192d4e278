import { isPlain, splitGraphemes } from '@contract/base/graphemes';

/** Cuts a text for previews to at most `max` UTF-16 units. Flags, family emoji and accented letters stay whole. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  if (isPlain(text.slice(max - 1, max + 1))) return text.slice(0, max);
  const end = splitGraphemes(text).containing(max)?.index ?? 0;
  // The first character alone is too long, such as a letter with a hundred combining marks.
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
