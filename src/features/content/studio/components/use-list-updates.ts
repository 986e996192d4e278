import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { stateOf, type OwnFeed } from '../draft';
import { postsRequested, selectPostList, selectPosts } from '../studio-slice';

/** Milliseconds between looks at posts whose files are being prepared. Wire contract 1.8. */
const lookMs = 5_000;
/** Milliseconds after a post's time when it should be out. */
const graceMs = 2_000;
/** Milliseconds; a time further off than that is not waited for. */
const longestMs = 3_600_000;

/** Fetches the list anew when a post of it is about to change by itself: a film becomes ready, a scheduled post is due. */
export function useListUpdates(): void {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectPostList);
  const posts = useAppSelector(selectPosts);
  const { ids, status, query } = list;
  useEffect(() => {
    if (status !== 'ready') return undefined;
    const waits = ids.flatMap((id) => waitOf(posts[id]));
    const wait = Math.min(...waits);
    if (wait > longestMs) return undefined;
    const timer = setTimeout(() => dispatch(postsRequested(query)), wait);
    return () => clearTimeout(timer);
  }, [dispatch, ids, posts, status, query]);
}

/** Milliseconds until a post may have changed, if it will. */
function waitOf(post: OwnFeed | undefined): number[] {
  if (!post) return [];
  if (post.processing) return [lookMs];
  if (stateOf(post) !== 'scheduled' || !post.scheduleAt) return [];
  return [Math.max(lookMs, new Date(post.scheduleAt).getTime() - Date.now() + graceMs)];
}
