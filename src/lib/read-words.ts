import { hasWords } from '@contract/base/search-text';
import { firstCharacters } from './first-characters';

export { hasWords };

/** Characters of an address that are looked for at most. */
const mostCharacters = 200;

/**
 * Words that an address asks for, such as `q`; empty when it names none. Control characters go: a page holds none, so
 * what the server wrote and what the browser reads would differ.
 */
export const readWords = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? firstCharacters(value.replaceAll(/\p{Cc}/gu, '').trim(), mostCharacters) : '';

/** Whether a text says something, but nothing to search for: no list is asked for it. */
export const hasOnlySigns = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !hasWords(text);
