import type { ParsedUrlQuery } from 'node:querystring';
import { ownFilters } from '@/features/content/item/feed-kind';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';

/** All but the first filter, whose label depends on the screen. */
const filters: { value: Exclude<FeedFilter, 'all'>; label: string; noun: string }[] = [
  { value: 'unlocked', label: 'Unlocked', noun: 'posts you can open' },
  { value: 'photo', label: 'Photos', noun: 'photos' },
  { value: 'video', label: 'Videos', noun: 'videos' },
  { value: 'audio', label: 'Audio', noun: 'recordings' },
  { value: 'poll', label: 'Polls', noun: 'polls' },
];

export const filterNoun = (value: FeedFilter) => filters.find((filter) => filter.value === value)?.noun ?? 'posts';

/** In the URL, so that Back and reload keep it. */
export const readFeedFilter = ({ show }: ParsedUrlQuery): FeedFilter =>
  filters.find((filter) => filter.value === show)?.value ?? 'all';

/** Filters that the backend supports. @param all label of the first one */
export function useOfferedFilters(all: string): { value: FeedFilter; label: string }[] {
  const canFilter = useAppSelector(selectHasExtension('postFilters'));
  return [{ value: 'all', label: all }, ...filters.filter(({ value }) => canFilter || !ownFilters.has(value))];
}
