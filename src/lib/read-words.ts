import { hasWords } from '@contract/base/search-text';
import { firstCharacters } from './first-characters';

export { hasWords };

/** Of a search text in an address. */
const MAX_CHARACTERS = 200;

/**
 * Reads a search text of an address, such as `q`. Drops control characters: HTML cannot hold them, so that server and browser
 * would render different texts.
 */
export const readSearchText = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? firstCharacters(value.replaceAll(/\p{Cc}/gu, '').trim(), MAX_CHARACTERS) : '';

/** A text without anything to search for: no list is requested for it. */
export const hasOnlyPunctuation = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !hasWords(text);
