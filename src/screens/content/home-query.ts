import type { ParsedUrlQuery } from 'node:querystring';
import { homeKey, type FeedFilter } from '@/features/content/feed/feed-list-key';

export const homeFilters: { value: FeedFilter; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'unlocked', label: 'Unlocked' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'poll', label: 'Polls' },
];

/** The chosen filter is in the address, so that back and reload keep it. */
export function readHomeFilter(query: ParsedUrlQuery): FeedFilter {
  return homeFilters.find((filter) => filter.value === query['show'])?.value ?? 'all';
}

export const homeListKey = (query: ParsedUrlQuery) => homeKey(readHomeFilter(query));

/** Creators that the viewer may like; key of a list in the performer's state. */
export const suggestionsKey = 'home-suggestions';

/** Whether the address names a creator's own work: without a filter it does, any filter is about whom they follow. */
export const isOwnHome = (query: ParsedUrlQuery, isPerformer: boolean): boolean =>
  isPerformer && query['show'] === undefined;
