import type { ParsedUrlQuery } from 'node:querystring';
import { foundKinds, type FoundKind } from '@/features/content/search/found-kinds';
import type { FeedFilter, ItemQuery } from '@/features/content/item/item-kind';
import { listOpened } from '@/features/content/item/item-slice';
import { totalsRequested } from '@/features/content/search/search-slice';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { hasWords, readSearchText } from '@/lib/read-words';
import { selectIsCallSupported } from '@/store/backend';
import type { StoreState } from '@/store/state';
import { readFeedFilter } from './feed-filters';

export type SearchTab = 'all' | 'creators' | FoundKind;

export function readSearchQuery(query: ParsedUrlQuery): { words: string; tab: SearchTab; show: FeedFilter } {
  const tabs: SearchTab[] = ['creators', ...foundKinds.map(({ kind }) => kind)];
  const tab = tabs.find((one) => one === query['kind']) ?? 'all';
  return { words: readSearchText(query['q']), tab, show: tab === 'feed' ? readFeedFilter(query) : 'all' };
}

export const foundCreatorsKey = (words: string, tab: SearchTab) =>
  tab === 'creators' ? `search:all:${words}` : `search:${words}`;

export const foundItems = (kind: FoundKind, words: string, filter: FeedFilter = 'all'): ItemQuery => ({
  kind,
  from: 'search',
  words,
  filter,
});

/** Number of results per kind on the first tab; the other tabs show all results. */
export const RESULTS_OF_EACH = { creators: 4, items: 8 } as const;

export function loadSearch({ query, state }: { query: ParsedUrlQuery; state: StoreState }) {
  const { words, tab, show } = readSearchQuery(query);
  if (!hasWords(words)) return [];
  const serves = selectIsCallSupported(state);
  const kinds = foundKinds.filter(({ kind, route }) => (tab === 'all' || tab === kind) && serves(route));
  const creators = { q: words, ...(tab === 'all' && { limit: RESULTS_OF_EACH.creators }) };
  const wantsCreators = tab === 'all' || tab === 'creators';
  return [
    totalsRequested({ words }),
    ...(wantsCreators ? [listRequested({ key: foundCreatorsKey(words, tab), query: creators })] : []),
    ...kinds.map(({ kind }) => listOpened(foundItems(kind, words, show))),
  ];
}
