import Link from 'next/link';
import type { ReactNode } from 'react';
import {
  CalendarClock,
  CalendarX2,
  Eye,
  EyeOff,
  Film,
  Headphones,
  Image as Photo,
  Pencil,
  Pin,
  PinOff,
  Radio,
  Scale,
  Send,
  Text,
  Trash2,
} from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Icon } from '@/components/basic/icon';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { TimeAgo } from '@/components/basic/times';
import { Picture } from '@/components/media/picture';
import { useNow, zoneAt } from '@/components/hooks/use-now';
import { itemPath, getNoun, studioNames } from '@/config/item-names';
import { paths } from '@/config/paths';
import { audienceLabels, getAudience } from '@/lib/audience';
import { cx } from '@/lib/cx';
import { formatDay, formatFull, formatTime } from '@/lib/dates';
import { firstCharacters } from '@contract/base/shorten';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { shortenToTitle } from '@/lib/shorten';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getDraftState, type DraftState } from '../draft';
import { pinChosen, stateChosen } from '../own-items';
import { type NextState, type OwnItem } from '../studio-kind';
import { studioKinds } from '../studio-kinds';
import styles from './own-item-list.module.css';

interface OwnItemRowProps {
  item: OwnItem;
  sale?: ReactNode;
  isChosen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

const icons = { text: Text, photo: Photo, video: Film, audio: Headphones, 'scheduled-streaming': Radio };

export function OwnItemRow({ item, sale, isChosen, onToggle, onDelete }: OwnItemRowProps) {
  const name = item.title || shortenToTitle(item.text) || `Untitled ${getNoun(item.kind)}`;
  const { own } = studioNames[item.kind];
  const short = firstCharacters(name, 40);
  const thumb = item.thumbnail?.thumbnails?.[0] ?? item.files[0]?.thumbnails?.[0];
  const sign = <Icon of={icons[item.type]} />;
  const state = getDraftState(item);
  const wasPublished = state === 'published' || state === 'hidden';
  const href = (wasPublished && itemPath(item.kind, item._id)) || own.edit(item._id);
  return (
    <li className={styles.row}>
      <label className={styles.choose}>
        <input type="checkbox" aria-label={`Choose ${short}`} checked={isChosen} onChange={onToggle} />
      </label>
      <span className={cx('muted', styles.thumb)}>
        {thumb ? <Picture src={thumb} alt="" width={64} height={64} loading="lazy" fallback={sign} /> : sign}
      </span>
      <div className={cx('grow', styles.words)}>
        <Link className={cx('truncate', styles.title)} href={href}>
          {name}
        </Link>
        <div className={cx('row xs muted', styles.meta)}>
          <State item={item} state={state} />
          {item.isPinned && <Badge icon={Pin}>Pinned</Badge>}
          <span>{audienceWords(item)}</span>
          {item.contents && <span className="num">{item.contents}</span>}
          {sale}
          {item.totalLike > 0 && <span className="num">{pluralise(item.totalLike, 'like')}</span>}
          {item.totalComment > 0 && <span className="num">{pluralise(item.totalComment, 'comment')}</span>}
          {state !== 'scheduled' && (
            <TimeAgo value={wasPublished ? (item.publishedAt ?? item.createdAt) : item.updatedAt} />
          )}
        </div>
      </div>
      <RowMenu item={item} label={`More for ${short}`} state={state} onDelete={onDelete} />
    </li>
  );
}

interface RowMenuProps extends Pick<OwnItemRowProps, 'item' | 'onDelete'> {
  label: string;
  state: DraftState;
}

function RowMenu({ item, label, state, onDelete }: RowMenuProps) {
  const dispatch = useAppDispatch();
  const choose = (to: NextState) => () => dispatch(stateChosen({ kind: item.kind, ids: [item._id], to }));
  // Compatible backends may read a partial change as the whole post.
  const canPin = useAppSelector(selectHasExtension('postDetails')) && studioKinds[item.kind].pin !== undefined;
  const isPinned = item.isPinned === true;
  const pin: MenuItem = {
    label: isPinned ? 'Unpin' : 'Pin to your page',
    icon: isPinned ? PinOff : Pin,
    onSelect: () => dispatch(pinChosen({ kind: item.kind, id: item._id, isPinned: !isPinned })),
  };
  const moves: Record<DraftState, MenuItem[]> = {
    published: [...(canPin ? [pin] : []), { label: 'Hide', icon: EyeOff, onSelect: choose('hidden') }],
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
        ...(item.isTakenDown
          ? [{ label: 'See why, and appeal', icon: Scale, href: paths.removed }]
          : [{ label: 'Edit', icon: Pencil, href: studioNames[item.kind].own.edit(item._id) }, ...moves[state]]),
        { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: onDelete },
      ]}
    />
  );
}

function audienceWords(item: OwnItem): string {
  const audience = getAudience(item);
  const label = audienceLabels[audience];
  return audience === 'sale' ? `${label}, ${formatMoney(item.price ?? 0)}` : label;
}

function State({ item, state }: { item: OwnItem; state: DraftState }) {
  if (item.isTakenDown) return <Badge tone="danger">Removed by the site</Badge>;
  if (state === 'failed') return <Badge tone="danger">File failed</Badge>;
  if (state === 'scheduled' && item.scheduleAt) return <ScheduledFor value={item.scheduleAt} />;
  if (item.processing) return <Badge tone="warn">Processing</Badge>;
  if (state === 'published') return <Badge tone="success">Published</Badge>;
  return <Badge>{state === 'draft' ? 'Draft' : 'Hidden'}</Badge>;
}

function ScheduledFor({ value }: { value: string }) {
  const now = useNow();
  const options = { now: now ?? undefined, timeZone: zoneAt(now) };
  const isDue = now !== null && new Date(value).getTime() <= now;
  return (
    <Badge tone={isDue ? 'warn' : 'accent'} icon={CalendarClock}>
      <time dateTime={value} title={formatFull(value, options)} suppressHydrationWarning>
        {isDue ? (
          'Going out now'
        ) : (
          <>
            {/* The icon says "scheduled"; the visible text must fit into one line on phones. */}
            <span className="sr">Scheduled for </span>
            {`${formatDay(value, options)}, ${formatTime(value, options)}`}
          </>
        )}
      </time>
    </Badge>
  );
}
