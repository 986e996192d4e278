import type { ParsedUrlQuery } from 'node:querystring';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { readWords } from '@/lib/read-words';

/** The words that the address of the search page asks for. */
export const readSearchWords = (query: ParsedUrlQuery): string => readWords(query['q']);

/** Key of the creators a search finds, in the performer's state. */
export const foundCreatorsKey = (words: string) => `search:${words}`;

/** The posts it finds. */
export const foundPosts = (words: string): ItemQuery => ({ kind: 'feed', from: 'search', words });

/** Creators shown before one asks for all of them. */
export const creatorsShown = 4;
