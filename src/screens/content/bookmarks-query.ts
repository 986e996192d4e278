import type { ParsedUrlQuery } from 'node:querystring';
import { bookmarksKey } from '@/features/content/feed/feed-list-key';

/** Key of the list of saved posts in the feed's state. */
export const savedPostsKey = bookmarksKey;

/** The open tab is in the address. */
export const readBookmarksTab = (query: ParsedUrlQuery): 'posts' | 'creators' =>
  query['tab'] === 'creators' ? 'creators' : 'posts';
