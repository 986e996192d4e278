import { Eye, EyeOff, SquarePen, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Pager } from '@/components/list/pager';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  postDeleteRequested,
  postsPerPage,
  postsRequested,
  postStateChosen,
  selectPostList,
  selectPosts,
} from '../studio-slice';
import type { OwnFeed } from '../draft';
import { PostRow } from './post-row';
import { useListUpdates } from './use-list-updates';
import styles from './post-list.module.css';

interface PostListProps {
  page: number;
  hrefOf: (page: number) => string;
  isFiltered: boolean;
  /** What a post has sold, where that is known. */
  renderSale?: (post: OwnFeed) => ReactNode;
}

/** A creator's own posts with what they are, who may see them, and what can be done with several at once. */
export function PostList({ page, hrefOf, isFiltered, renderSale }: PostListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectPostList);
  const posts = useAppSelector(selectPosts);
  const [chosen, setChosen] = useState<string[]>([]);
  const [toDelete, setToDelete] = useState<string[]>([]);
  useListUpdates();
  if (list.status === 'failed') {
    return <ErrorState title="Your posts did not load" onRetry={() => dispatch(postsRequested(list.query))} />;
  }
  if (list.status !== 'ready' && list.ids.length === 0) return <Skeleton kind="person" count={5} />;
  if (list.ids.length === 0) return <Nothing isFiltered={isFiltered} />;
  const present = chosen.filter((id) => list.ids.includes(id));
  const toggle = (id: string) =>
    setChosen(present.includes(id) ? present.filter((one) => one !== id) : [...present, id]);
  const choose = (to: 'published' | 'hidden') => {
    dispatch(postStateChosen({ ids: present, to }));
    setChosen([]);
  };
  return (
    <>
      <div className={styles.bulk} role="status">
        {present.length > 0 ? (
          <>
            <span className="strong sm">{present.length} selected</span>
            <Button size="sm" icon={Eye} onClick={() => choose('published')}>
              Publish
            </Button>
            <Button size="sm" icon={EyeOff} onClick={() => choose('hidden')}>
              Hide
            </Button>
            <Button size="sm" icon={Trash2} onClick={() => setToDelete(present)}>
              Delete
            </Button>
          </>
        ) : (
          <span className="sm muted">{pluralise(list.total, 'post')}</span>
        )}
      </div>
      <ul aria-label="Posts">
        {list.ids.map((id) => {
          const post = posts[id];
          return (
            post && (
              <PostRow
                key={id}
                post={post}
                sale={renderSale?.(post)}
                isChosen={present.includes(id)}
                onToggle={() => toggle(id)}
                onDelete={() => setToDelete([id])}
              />
            )
          );
        })}
      </ul>
      <Pager label="Posts" page={page} pages={Math.ceil(list.total / postsPerPage)} hrefOf={hrefOf} />
      <DeleteSheet
        count={toDelete.length}
        onClose={() => setToDelete([])}
        onConfirm={() => {
          dispatch(postDeleteRequested({ ids: toDelete }));
          setToDelete([]);
          setChosen([]);
        }}
      />
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={SquarePen}
      title="No posts match"
      text="Remove the filter to see all your posts."
      action={<Button href={paths.creator.posts}>Show all</Button>}
    />
  ) : (
    <EmptyState
      icon={SquarePen}
      title="Your first post"
      text="Say hello, or show what you are working on. It takes two minutes."
      action={
        <Button variant="primary" href={paths.creator.createPost}>
          Write it
        </Button>
      }
    />
  );
}

function DeleteSheet({ count, onClose, onConfirm }: { count: number; onClose: () => void; onConfirm: () => void }) {
  const what = count === 1 ? 'this post' : `these ${count} posts`;
  return (
    <Sheet open={count > 0} onClose={onClose} title={count === 1 ? 'Delete this post?' : `Delete ${count} posts?`}>
      <p>Comments and likes are deleted with {what}. People who bought a post keep it.</p>
      <div className={styles.sheetActions}>
        <Button variant="ghost" onClick={onClose}>
          Keep
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {count === 1 ? 'Delete post' : `Delete ${count} posts`}
        </Button>
      </div>
    </Sheet>
  );
}
