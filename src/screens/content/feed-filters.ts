import type { ParsedUrlQuery } from 'node:querystring';
import { ownFilters } from '@/features/content/item/feed-kind';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';

/** What each filter but the first, which is named where it stands, shows: on its chip, and in a sentence. */
const filters: { value: Exclude<FeedFilter, 'all'>; label: string; noun: string }[] = [
  { value: 'unlocked', label: 'Unlocked', noun: 'posts you can open' },
  { value: 'photo', label: 'Photos', noun: 'photos' },
  { value: 'video', label: 'Videos', noun: 'videos' },
  { value: 'audio', label: 'Audio', noun: 'recordings' },
  { value: 'poll', label: 'Polls', noun: 'polls' },
];

/** What a filter leaves, in words. */
export const filterNoun = (value: FeedFilter) => filters.find((filter) => filter.value === value)?.noun ?? 'posts';

/** The chosen filter is in the address, so that back and reload keep it. */
export const readFeedFilter = ({ show }: ParsedUrlQuery): FeedFilter =>
  filters.find((filter) => filter.value === show)?.value ?? 'all';

/** Those that the backend knows, as chips. @param all the first one's label. */
export function useOfferedFilters(all: string): { value: FeedFilter; label: string }[] {
  const canFilter = useAppSelector(selectHasExtension('postFilters'));
  return [{ value: 'all', label: all }, ...filters.filter(({ value }) => canFilter || !ownFilters.has(value))];
}
