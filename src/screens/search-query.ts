import type { ParsedUrlQuery } from 'node:querystring';

/** The words that the address of the search page asks for. */
export const readSearchWords = (query: ParsedUrlQuery): string =>
  typeof query['q'] === 'string' ? query['q'].trim().slice(0, 200) : '';

/** Key of the creators a search finds, in the performer's state. */
export const foundCreatorsKey = (words: string) => `search:${words}`;

/** Creators shown before one asks for all of them. */
export const creatorsShown = 4;
