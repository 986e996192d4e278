import { ownFilters, type FeedFilter } from '@/features/content/feed/feed-list-key';
import { selectCan } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';

/** Those of a row of filters that the backend knows. */
export function useOfferedFilters<T extends FeedFilter>(filters: { value: T; label: string }[]) {
  const canFilter = useAppSelector(selectCan('postFilters'));
  return filters.filter(({ value }) => canFilter || !ownFilters.has(value));
}
