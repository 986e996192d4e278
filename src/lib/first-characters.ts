/** The beginning of a text, so many UTF-16 units long at most: an emoji, which is two of them, is not cut in half. */
export const firstCharacters = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
