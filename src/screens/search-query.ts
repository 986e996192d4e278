import type { ParsedUrlQuery } from 'node:querystring';
import { searchKey } from '@/features/feed/feed-list-key';

/** The words that the address of the search page asks for. */
export const readSearchWords = (query: ParsedUrlQuery): string =>
  typeof query['q'] === 'string' ? query['q'].trim().slice(0, 200) : '';

/** Key of the creators a search finds, in the performer's state. */
export const foundCreatorsKey = (words: string) => `search:${words}`;

/** Key of the posts it finds, in the feed's state. */
export const foundPostsKey = searchKey;

/** Creators shown before one asks for all of them. */
export const creatorsShown = 4;
