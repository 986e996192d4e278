import type { EndpointInput } from '@contract/schemas';
import { accessOf, type Feed } from './feed-view';

/** Which posts of a list: chips of the home page and of profiles. */
export type FeedFilter = 'all' | 'unlocked' | 'photo' | 'video' | 'audio' | 'poll';

type FeedQuery = NonNullable<EndpointInput<'listFeeds'>['query']>;

/**
 * Lists of posts are known by a key: `home:<filter>` for those of followed and subscribed creators,
 * `performer:<id>:<words>:<filter>` for one creator's, `search:<words>:all` for what a search finds, and this one for what the
 * viewer has saved.
 */
export const bookmarksKey = 'bookmarks';
export const homeKey = (filter: FeedFilter) => `home:${filter}`;
/** @param words only posts that say this; all of them when empty. */
export const performerKey = (id: string, filter: FeedFilter, words = '') =>
  `performer:${id}:${encodeURIComponent(words)}:${filter}`;
export const searchKey = (words: string) => `search:${encodeURIComponent(words)}:all`;

const filterQuery: Record<FeedFilter, FeedQuery> = {
  all: {},
  unlocked: { isUnlocked: true },
  photo: { type: 'photo' },
  video: { type: 'video' },
  audio: { type: 'audio' },
  poll: { hasPoll: true },
};

/** Filters that backends of the family do not know: offered only where one says that it does. */
export const ownFilters: ReadonlySet<FeedFilter> = new Set(['unlocked', 'poll']);

const filterOf = (key: string) => (key.split(':').at(-1) ?? 'all') as FeedFilter;

/** What to ask the API for. Not for bookmarks, which have a call of their own. */
export function queryOf(key: string): FeedQuery {
  const [kind, id = '', words = ''] = key.split(':');
  const filter = filterQuery[filterOf(key)];
  if (kind === 'search') return { ...filter, q: decodeURIComponent(id) };
  if (kind !== 'performer') return { ...filter, isHome: true };
  return { ...filter, performerId: id, ...(words && { q: decodeURIComponent(words) }) };
}

/** Filters that only our API applies: another one sends everything, and the rest is left out here. */
export function belongsTo(key: string, feed: Feed): boolean {
  const filter = filterOf(key);
  if (filter === 'unlocked') return accessOf(feed) === 'open';
  return filter === 'poll' ? feed.pollIds.length > 0 : true;
}
