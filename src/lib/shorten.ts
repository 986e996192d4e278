import { firstCharacters } from './first-characters';

const TITLE_LENGTH = 60;

export function cutAtWord(text: string, length: number): string {
  const cut = text.lastIndexOf(' ', length);
  // Long words, and Japanese, have no space to cut at.
  return firstCharacters(text, cut > 0 ? cut : length);
}

/** For items without a title, for example on receipts. */
export const shortenToTitle = (text: string | null | undefined): string =>
  !text || text.length <= TITLE_LENGTH ? (text ?? '') : `${cutAtWord(text, TITLE_LENGTH)}…`;
