import { feedRoutes } from '@contract/content/feed-routes';
import { reactionRoutes } from '@contract/content/reaction-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { belongsTo, bookmarksKey, queryOf } from './feed-list-key';
import { leanFeed, type Feed } from './feed-view';

interface Part {
  limit: number;
  /** Only what is older than this post. */
  beforeId?: string;
  offset?: number;
}

export interface FetchedPart {
  feeds: Feed[];
  /** How many the server gave, before some were left out here. */
  read: number;
  isEnd: boolean;
}

/** One part of a list of posts, wherever that list comes from. @throws ApiError */
export function* fetchFeeds(key: string, part: Part): Generator<unknown, FetchedPart> {
  if (key === bookmarksKey) return yield* fetchBookmarks(part);
  const { data } = yield* callEndpoint(feedRoutes.listFeeds, { query: { ...queryOf(key), ...part } });
  return {
    feeds: data.filter((feed) => belongsTo(key, feed)).map(leanFeed),
    read: data.length,
    isEnd: data.length < part.limit,
  };
}

/** Saved posts, last saved first. One that is gone, or no longer for this viewer, is left out. */
function* fetchBookmarks({ limit, offset }: Part): Generator<unknown, FetchedPart> {
  const { data } = yield* callEndpoint(reactionRoutes.listBookmarks, {
    params: { type: 'feeds' },
    query: { limit, offset: offset ?? 0 },
  });
  const feeds = data.flatMap((mark) => (mark.objectType === 'feed' && mark.objectInfo ? [mark.objectInfo] : []));
  return {
    feeds: feeds.map((feed) => leanFeed({ ...feed, isBookMarked: true, isBookmarked: true })),
    read: data.length,
    isEnd: data.length < limit,
  };
}
