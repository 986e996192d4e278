import Link from 'next/link';
import type { ReactNode } from 'react';
import { CalendarX2, Eye, EyeOff, Film, Headphones, Image as Photo, Pencil, Send, Text, Trash2 } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Icon } from '@/components/basic/icon';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { TimeAgo } from '@/components/basic/times';
import { Picture } from '@/components/media/picture';
import { paths } from '@/config/paths';
import { audienceLabels, audienceOf } from '@/lib/audience';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { stateOf, type OwnFeed, type PostState } from '../draft';
import { postStateChosen } from '../studio-slice';
import { ScheduledFor } from './scheduled-for';
import styles from './post-list.module.css';

interface PostRowProps {
  post: OwnFeed;
  /** How often it was unlocked, and what that earned. */
  sale?: ReactNode;
  isChosen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

const icons = { text: Text, photo: Photo, video: Film, audio: Headphones, 'scheduled-streaming': Film };

/** An own post: what it is, where it stands, what can be done with it. */
export function PostRow({ post, sale, isChosen, onToggle, onDelete }: PostRowProps) {
  const name = post.title || post.text || 'Untitled post';
  const short = name.slice(0, 40);
  const thumb = post.thumbnail?.thumbnails?.[0] ?? post.files[0]?.thumbnails?.[0];
  const sign = <Icon of={icons[post.type]} />;
  const state = stateOf(post);
  const isOut = state === 'published' || state === 'hidden';
  return (
    <li className={styles.row}>
      <label className={styles.choose}>
        <input type="checkbox" aria-label={`Choose ${short}`} checked={isChosen} onChange={onToggle} />
      </label>
      <span className={styles.thumb}>
        {thumb ? <Picture src={thumb} alt="" width={64} height={64} loading="lazy" fallback={sign} /> : sign}
      </span>
      <div className={styles.words}>
        <Link className={styles.title} href={isOut ? paths.post(post._id) : paths.creator.editPost(post._id)}>
          {name}
        </Link>
        <div className={styles.meta}>
          <State post={post} state={state} />
          <span>{audienceWords(post)}</span>
          {sale}
          {post.totalLike > 0 && <span className="num">{pluralise(post.totalLike, 'like')}</span>}
          {post.totalComment > 0 && <span className="num">{pluralise(post.totalComment, 'comment')}</span>}
          {state !== 'scheduled' && <TimeAgo value={isOut ? (post.publishedAt ?? post.createdAt) : post.updatedAt} />}
        </div>
      </div>
      <RowMenu post={post} label={`More for ${short}`} state={state} onDelete={onDelete} />
    </li>
  );
}

function RowMenu({
  post,
  label,
  state,
  onDelete,
}: {
  post: OwnFeed;
  label: string;
  state: PostState;
  onDelete: () => void;
}) {
  const dispatch = useAppDispatch();
  const choose = (to: 'published' | 'hidden' | 'draft') => () => dispatch(postStateChosen({ ids: [post._id], to }));
  const moves: Record<PostState, MenuItem[]> = {
    published: [{ label: 'Hide', icon: EyeOff, onSelect: choose('hidden') }],
    hidden: [{ label: 'Show again', icon: Eye, onSelect: choose('published') }],
    scheduled: [
      { label: 'Publish now', icon: Send, onSelect: choose('published') },
      { label: 'Unschedule', icon: CalendarX2, onSelect: choose('draft') },
    ],
    draft: [{ label: 'Publish now', icon: Send, onSelect: choose('published') }],
    failed: [],
  };
  return (
    <Menu
      label={label}
      items={[
        { label: 'Edit', icon: Pencil, href: paths.creator.editPost(post._id) },
        ...moves[state],
        { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: onDelete },
      ]}
    />
  );
}

function audienceWords(post: OwnFeed): string {
  const audience = audienceOf(post);
  const label = audienceLabels[audience];
  return audience === 'sale' ? `${label}, ${formatMoney(post.price ?? 0)}` : label;
}

function State({ post, state }: { post: OwnFeed; state: PostState }) {
  if (state === 'failed') return <Badge tone="danger">File failed</Badge>;
  if (state === 'scheduled' && post.scheduleAt) return <ScheduledFor value={post.scheduleAt} />;
  if (post.processing) return <Badge tone="warn">Processing</Badge>;
  if (state === 'published') return <Badge tone="success">Published</Badge>;
  return <Badge>{state === 'draft' ? 'Draft' : 'Hidden'}</Badge>;
}
