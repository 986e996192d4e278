import { firstCharacters } from './first-characters';

/** Characters of a text that stand in for a title, as on receipts. */
const TITLE_LENGTH = 60;

/** The beginning of a text, up to the last space before so many characters. */
export function cutAtWord(text: string, length: number): string {
  const cut = text.lastIndexOf(' ', length);
  // Long words, and Japanese, have no space to end at.
  return firstCharacters(text, cut > 0 ? cut : length);
}

/** The beginning of a text, as the title of something that has none; empty for an empty one. */
export const shortenToTitle = (text: string | null | undefined): string =>
  !text || text.length <= TITLE_LENGTH ? (text ?? '') : `${cutAtWord(text, TITLE_LENGTH)}…`;
