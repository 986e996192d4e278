import Link from 'next/link';
import { Eye, EyeOff, Film, Headphones, Image as Picture, Pencil, SquarePen, Text, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Icon } from '@/components/icon';
import { Menu } from '@/components/menu';
import { Pager } from '@/components/pager';
import { Sheet } from '@/components/sheet';
import { Skeleton } from '@/components/skeleton';
import { TimeAgo } from '@/components/time-ago';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { OwnFeed } from '../draft';
import {
  postDeleteRequested,
  postsPerPage,
  postsRequested,
  postStatusChosen,
  selectPostList,
  selectPosts,
} from '../studio-slice';
import styles from './post-list.module.css';

interface PostListProps {
  page: number;
  hrefOf: (page: number) => string;
  isFiltered: boolean;
}

/** A creator's own posts with what they are, who may see them, and what can be done with several at once. */
export function PostList({ page, hrefOf, isFiltered }: PostListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectPostList);
  const posts = useAppSelector(selectPosts);
  const [chosen, setChosen] = useState<string[]>([]);
  const [toDelete, setToDelete] = useState<string[]>([]);
  if (list.status === 'failed') {
    return <ErrorState title="Your posts did not load" onRetry={() => dispatch(postsRequested(list.query))} />;
  }
  if (list.status !== 'ready' && list.ids.length === 0) return <Skeleton kind="person" count={5} />;
  if (list.ids.length === 0) return <Nothing isFiltered={isFiltered} />;
  const present = chosen.filter((id) => list.ids.includes(id));
  const toggle = (id: string) =>
    setChosen(present.includes(id) ? present.filter((one) => one !== id) : [...present, id]);
  const choose = (status: 'active' | 'inactive') => {
    dispatch(postStatusChosen({ ids: present, status }));
    setChosen([]);
  };
  return (
    <>
      <div className={styles.bulk} role="status">
        {present.length > 0 ? (
          <>
            <span className="strong sm">{present.length} chosen</span>
            <Button size="sm" icon={Eye} onClick={() => choose('active')}>
              Publish
            </Button>
            <Button size="sm" icon={EyeOff} onClick={() => choose('inactive')}>
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
      <ul>
        {list.ids.map((id) => {
          const post = posts[id];
          return (
            post && (
              <Row
                key={id}
                post={post}
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

const icons = { text: Text, photo: Picture, video: Film, audio: Headphones, 'scheduled-streaming': Film };

function Row({
  post,
  isChosen,
  onToggle,
  onDelete,
}: {
  post: OwnFeed;
  isChosen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}) {
  const name = post.title || post.text || 'Untitled post';
  const thumb = post.thumbnail?.thumbnails?.[0] ?? post.files[0]?.thumbnails?.[0];
  return (
    <li className={styles.row}>
      <input type="checkbox" aria-label={`Choose ${name.slice(0, 40)}`} checked={isChosen} onChange={onToggle} />
      <span className={styles.thumb}>
        {thumb ? <img src={thumb} alt="" width={64} height={64} loading="lazy" /> : <Icon of={icons[post.type]} />}
      </span>
      <div className={styles.words}>
        <Link className={styles.title} href={paths.post(post._id)}>
          {name}
        </Link>
        <div className={styles.meta}>
          <State post={post} />
          <span>{audienceWords(post)}</span>
          <span>{pluralise(post.totalLike, 'like')}</span>
          <span>{pluralise(post.totalComment, 'comment')}</span>
          <TimeAgo value={post.updatedAt} />
        </div>
      </div>
      <Menu
        label={`More for ${name.slice(0, 40)}`}
        items={[
          { label: 'Edit', icon: Pencil, href: paths.creator.editPost(post._id) },
          { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: onDelete },
        ]}
      />
    </li>
  );
}

function audienceWords({ isSale, price, isFree }: OwnFeed): string {
  if (isSale) return price ? `For sale, ${formatMoney(price)}` : 'Everyone';
  return isFree ? 'Free' : 'Subscribers';
}

function State({ post }: { post: OwnFeed }) {
  if (post.status === 'file-error') return <Badge tone="danger">File failed</Badge>;
  if (post.processing) return <Badge tone="warn">Being prepared</Badge>;
  if (post.isSchedule && post.scheduleAt) return <Badge tone="accent">Scheduled</Badge>;
  return post.status === 'active' ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={SquarePen}
      title="No post fits"
      text="Take the filter off to see all of them."
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
      <p>Comments and likes go with {what}. People who bought a post keep it.</p>
      <div className={styles.bulk}>
        <Button variant="danger" onClick={onConfirm}>
          {count === 1 ? 'Delete post' : `Delete ${count} posts`}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Keep
        </Button>
      </div>
    </Sheet>
  );
}
