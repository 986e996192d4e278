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

/** What a tab of the search page shows. */
export type SearchTab = 'all' | 'creators' | FoundKind;

/** What the address of the search page says: words, the open tab, and which posts. */
export function readSearchQuery(query: ParsedUrlQuery): { words: string; tab: SearchTab; show: FeedFilter } {
  const tabs: SearchTab[] = ['creators', ...foundKinds.map(({ kind }) => kind)];
  const tab = tabs.find((one) => one === query['kind']) ?? 'all';
  return { words: readSearchText(query['q']), tab, show: tab === 'feed' ? readFeedFilter(query) : 'all' };
}

/** Key of the creators a search finds, in the performer's state. */
export const foundCreatorsKey = (words: string, tab: SearchTab) =>
  tab === 'creators' ? `search:all:${words}` : `search:${words}`;

/** The items of a kind that it finds. */
export const foundItems = (kind: FoundKind, words: string, filter: FeedFilter = 'all'): ItemQuery => ({
  kind,
  from: 'search',
  words,
  filter,
});

/** On the first tab; the other tabs show all. */
export const RESULTS_OF_EACH = { creators: 4, items: 8 } as const;

/** What the search page asks for: of the open tab, and on the first one of each kind that the backend serves. */
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
