import { feedRoutes } from '@contract/content/feed-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { omitEmpty } from '@/lib/omit-empty';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { FeedFilter, ItemKind, ItemQuery } from './item-kind';
import { getAccess, readItem, type FeedItem } from './item-view';

type WireFeed = EndpointData<'getFeed'>;
type FeedQuery = NonNullable<EndpointInput<'listFeeds'>['query']>;

const readFeed = ({ isBookMarked, isBookmarked, ...feed }: WireFeed): FeedItem =>
  readItem({ ...feed, kind: 'feed', isBookmarked: isBookmarked || isBookMarked });

const filterQuery: Record<FeedFilter, FeedQuery> = {
  all: {},
  unlocked: { isUnlocked: true },
  photo: { type: 'photo' },
  video: { type: 'video' },
  audio: { type: 'audio' },
  poll: { hasPoll: true },
};

/** Filters that compatible backends lack: offered only if the backend names them as an extension. */
export const ownFilters: ReadonlySet<FeedFilter> = new Set(['unlocked', 'poll']);

function matchesFilter({ filter }: ItemQuery, feed: FeedItem): boolean {
  if (filter === 'unlocked') return getAccess(feed) === 'open';
  return filter === 'poll' ? feed.pollIds.length > 0 : true;
}

/** Posts. Wire contract 2.6, 3.3. */
export const feedKind: ItemKind<FeedItem> = {
  savedAs: 'feeds',
  readSaved: (mark) => (mark.objectType === 'feed' && mark.objectInfo ? readFeed(mark.objectInfo) : null),
  *get(id) {
    return readFeed(yield* callEndpoint(feedRoutes.getFeed, { params: { id } }));
  },
  *list(query, part) {
    const { from, performerId, words, filter = 'all' } = query;
    const { data, total } = yield* callSearch(feedRoutes.listFeeds, {
      query: {
        ...filterQuery[filter],
        ...(from === 'home' && { isHome: true }),
        ...omitEmpty({ performerId, q: words }),
        ...part,
      },
    });
    return { data: data.map(readFeed).filter((feed) => matchesFilter(query, feed)), total, read: data.length };
  },
  *remove(id) {
    yield* callEndpoint(feedRoutes.deleteFeed, { params: { id } });
  },
};
