import type { ParsedUrlQuery } from 'node:querystring';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { readFeedFilter } from './feed-filters';

export const homeList = (query: ParsedUrlQuery): ItemQuery => ({
  kind: 'feed',
  from: 'home',
  filter: readFeedFilter(query),
});

/** Creators that the viewer may like; key of a list in the performer's state. */
export const suggestionsKey = 'home-suggestions';

/** Whether the address names a creator's own work: without a filter it does, any filter is about whom they follow. */
export const isOwnHome = (query: ParsedUrlQuery, isPerformer: boolean): boolean =>
  isPerformer && query['show'] === undefined;
