import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { listReset, moreRequested, selectFeeds, selectList } from '@/features/content/feed/feed-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PostTile } from '../post-tile';
import { foundPostsKey } from '../search-query';
import styles from './found-posts.module.css';

/** Posts that a search finds, side by side as far as the screen is wide. */
export function FoundPosts({ words }: { words: string }) {
  const dispatch = useAppDispatch();
  const key = foundPostsKey(words);
  const list = useAppSelector(selectList(key));
  const feeds = useAppSelector(selectFeeds);
  const ids = list?.ids ?? [];
  if (ids.length === 0 && list?.status === 'failed') {
    return <ErrorState title="The posts did not load" onRetry={() => dispatch(listReset({ key }))} />;
  }
  if (ids.length === 0) return <Skeleton kind="card" count={3} />;
  const end = list?.isEnd ? 'end' : 'more';
  return (
    <>
      <ul className={styles.tiles}>
        {ids.map((id) => {
          const post = feeds[id];
          return post && <PostTile key={id} post={post} showAuthor words={words} />;
        })}
      </ul>
      <InfiniteEnd
        state={list?.status === 'failed' ? 'failed' : list?.status === 'pending' ? 'loading' : end}
        onMore={() => dispatch(moreRequested({ key }))}
        skeleton="card"
        endText="You’ve reached the end"
      />
    </>
  );
}
