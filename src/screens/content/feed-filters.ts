import type { ParsedUrlQuery } from 'node:querystring';
import { ownFilters } from '@/features/content/item/feed-kind';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';

const filters: { value: Exclude<FeedFilter, 'all'>; label: string; noun: string }[] = [
  { value: 'unlocked', label: 'Unlocked', noun: 'posts you can open' },
  { value: 'photo', label: 'Photos', noun: 'photos' },
  { value: 'video', label: 'Videos', noun: 'videos' },
  { value: 'audio', label: 'Audio', noun: 'recordings' },
  { value: 'poll', label: 'Polls', noun: 'polls' },
];

export const filterNoun = (value: FeedFilter) => filters.find((filter) => filter.value === value)?.noun ?? 'posts';

export const readFeedFilter = ({ show }: ParsedUrlQuery): FeedFilter =>
  filters.find((filter) => filter.value === show)?.value ?? 'all';

export function useOfferedFilters(all: string): { value: FeedFilter; label: string }[] {
  const canFilter = useAppSelector(selectHasExtension('postFilters'));
  return [{ value: 'all', label: all }, ...filters.filter(({ value }) => canFilter || !ownFilters.has(value))];
}
