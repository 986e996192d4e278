import { firstCharacters } from './first-characters';

/** Characters of an address that are looked for at most. */
const mostCharacters = 200;

/**
 * Words that an address asks for, such as `q`; empty when it names none. Control characters go: a page holds none, so
 * what the server wrote and what the browser reads would differ.
 */
export const readWords = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? firstCharacters(value.replaceAll(/\p{Cc}/gu, '').trim(), mostCharacters) : '';
