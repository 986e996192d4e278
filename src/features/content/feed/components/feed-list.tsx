import { Newspaper } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { WindowedList } from '@/components/list/windowed-list';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { listReset, moreRequested, selectHidden, selectList } from '../feed-slice';
import type { FeedList as ListState } from '../feed-state';
import type { Feed } from '../feed-view';
import { FeedCard } from './feed-card';
import { NewPosts } from './new-posts';
import type { PostHandlers } from './use-post-actions';
import styles from './feed-list.module.css';

const DeletePostSheet = dynamic(() => import('./delete-post-sheet').then((module) => module.DeletePostSheet), {
  ssr: false,
  loading: LazySheet,
});

/** Posts at the top that load their pictures at once. */
const aboveFold = 1;

interface FeedListProps extends Omit<PostHandlers, 'onDelete'> {
  /** See feed-list-key. */
  listKey: string;
  /** What shows when there is nothing, with a next step. */
  emptyState?: ReactNode;
  showAuthor?: boolean;
}

/** A list of posts in all its states: loading, none, failed, more, end; with news on request. */
export function FeedList({ listKey, emptyState, showAuthor, onComments, onReport }: FeedListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectList(listKey));
  const hidden = useAppSelector(selectHidden);
  const [deleting, setDeleting] = useState<string | null>(null);
  const handleDelete = useCallback((feed: Feed) => setDeleting(feed._id), []);
  const ids = list?.ids.filter((id) => !(id in hidden)) ?? [];
  if (ids.length === 0 && list?.status === 'failed') {
    return <ErrorState title="The posts did not load" onRetry={() => dispatch(listReset({ key: listKey }))} />;
  }
  if (ids.length === 0 && (!list || list.status === 'pending')) return <Skeleton kind="post" count={3} />;
  if (ids.length === 0 && list?.isEnd) {
    return emptyState ?? <EmptyState icon={Newspaper} title="Nothing here yet" text="New posts will show up here." />;
  }
  return (
    <>
      <NewPosts listKey={listKey} />
      <WindowedList
        name={listKey}
        items={ids}
        groupClassName={styles.group}
        render={(id, index) => (
          <FeedCard
            key={id}
            id={id}
            showAuthor={showAuthor}
            eager={index < aboveFold}
            onComments={onComments}
            onReport={onReport}
            onDelete={handleDelete}
          />
        )}
      />
      <InfiniteEnd
        state={endOf(list)}
        onMore={() => dispatch(moreRequested({ key: listKey }))}
        endText="You’re all caught up"
      />
      {deleting && (
        <DeletePostSheet id={deleting} onClose={() => setDeleting(null)} onDeleted={() => setDeleting(null)} />
      )}
    </>
  );
}

function endOf(list: ListState | undefined): 'more' | 'loading' | 'failed' | 'end' {
  if (list?.status === 'failed') return 'failed';
  if (!list || list.status === 'pending') return 'loading';
  return list.isEnd ? 'end' : 'more';
}
