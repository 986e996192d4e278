import type { ParsedUrlQuery } from 'node:querystring';
import { searchKey } from '@/features/content/feed/feed-list-key';
import { readWords } from '@/lib/read-words';

/** The words that the address of the search page asks for. */
export const readSearchWords = (query: ParsedUrlQuery): string => readWords(query['q']);

/** Key of the creators a search finds, in the performer's state. */
export const foundCreatorsKey = (words: string) => `search:${words}`;

/** Key of the posts it finds, in the feed's state. */
export const foundPostsKey = searchKey;

/** Creators shown before one asks for all of them. */
export const creatorsShown = 4;
