/** Ends at a word, with an ellipsis, if the text has more than `max` characters. */
export function shorten(text: string, max: number): string {
  const whole = text.trim();
  if (whole.length <= max) return whole;
  const start = whole.slice(0, max);
  const end = whole.charAt(max) === ' ' ? max : start.lastIndexOf(' ');
  // A long word is cut, but not within a character of two units.
  return `${(end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`;
}
