import { hasWords } from '@contract/base/search-text';
import { firstCharacters } from '@contract/base/shorten';

export { hasWords };

const MAX_CHARACTERS = 200;

/** Drops control characters from the search text in a URL: HTML cannot contain them, so server and browser would differ. */
export const readSearchText = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? firstCharacters(value.replaceAll(/\p{Cc}/gu, '').trim(), MAX_CHARACTERS) : '';

export const hasOnlyPunctuation = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !hasWords(text);
