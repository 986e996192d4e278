import { Images, Play } from 'lucide-react';
import { Picture } from '@/components/media/picture';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { ListStates } from '@/components/list/list-states';
import { Avatar } from '@/components/people/avatar';
import { getNouns } from '@/config/item-names';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { getPath } from '@/features/content/item/item-kinds';
import { itemLists } from '@/features/content/item/item-lists';
import { selectItemList, selectItems } from '@/features/content/item/item-state';
import {
  getAccess,
  getFiles,
  getPictures,
  getPreview,
  getPriceText,
  getTitle,
  type Item,
} from '@/features/content/item/item-view';
import { firstCharacters } from '@contract/base/shorten';
import { audienceLabels, getAudience } from '@/lib/audience';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './item-grid.module.css';

interface ItemGridProps {
  query: ItemQuery;
  /** Maximum number of tiles; if omitted, the list loads more on scrolling. */
  most?: number;
  empty: ReactNode;
  showAuthor?: boolean;
}

export function ItemGrid({ query, most, empty, showAuthor }: ItemGridProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectItemList(query));
  const items = useAppSelector(selectItems);
  return (
    <ListStates
      list={list && { ...list, error: null }}
      failedTitle={`The ${getNouns(query.kind)} did not load`}
      onRetry={() => dispatch(itemLists.requested(query))}
      onMore={most === undefined ? () => dispatch(itemLists.moreRequested(query)) : undefined}
      skeleton="card"
      skeletonCount={4}
      empty={empty}
    >
      <ul className={styles.tiles}>
        {list?.rows.slice(0, most).map((key) => {
          const item = items[key];
          return item && <ItemTile key={key} item={item} showAuthor={showAuthor} words={query.words} />;
        })}
      </ul>
    </ListStates>
  );
}

interface ItemTileProps {
  item: Item;
  showAuthor?: boolean;
  /** Search text, for which an excerpt of the post is shown. */
  words?: string;
}

export function ItemTile({ item, showAuthor, words }: ItemTileProps) {
  const title = getTitle(item);
  const src = getPicture(item);
  const excerpt = words ? getExcerpt(item.text, words) : undefined;
  const { performer } = item;
  const said = (
    <span className={cx('said', styles.words)} aria-hidden="true">
      {item.text || title}
    </span>
  );
  return (
    <li className={styles.tile}>
      <div className="tile-cover">
        {src ? (
          <Picture src={src} alt="" width={400} height={300} loading="lazy" decoding="async" fallback={said} />
        ) : (
          said
        )}
        <Inside item={item} />
        {getAccess(item) !== 'open' && (
          <Badge tone="media" className={styles.audience}>
            {audienceLabels[getAudience(item)]}
          </Badge>
        )}
      </div>
      <h3 className={styles.title}>
        <Link href={getPath(item)} className="tile-link">
          {title}
        </Link>
      </h3>
      {showAuthor && (
        <p className={cx('row sm ink-2', styles.who)}>
          <Avatar name={performer.name} src={performer.avatar} size="xs" />
          <span className="truncate">{performer.name}</span>
        </p>
      )}
      {excerpt && <p className={cx('said sm ink-2', styles.excerpt)}>{excerpt}</p>}
    </li>
  );
}

function Inside({ item }: { item: Item }) {
  if (item.kind === 'product') {
    return (
      <Badge tone="media" className={styles.inside}>
        {item.isBought ? 'Bought' : getPriceText(item)}
      </Badge>
    );
  }
  const seconds = item.kind === 'video' ? (item.files[0]?.duration ?? 0) : 0;
  if (item.kind !== 'gallery' && seconds === 0) return null;
  return (
    <Badge tone="media" icon={item.kind === 'gallery' ? Images : Play} className={styles.inside}>
      {item.kind === 'gallery' ? pluralise(item.fileCount ?? 0, 'photo') : formatDuration(seconds)}
    </Badge>
  );
}

/** The preview, or else an unlocked item's own image; a locked item only has the server's public preview. */
function getPicture(item: Item): string | undefined {
  const chosen = getPreview(item)?.src;
  if (chosen || getAccess(item) !== 'open') return chosen;
  return getPictures(item)[0]?.src ?? getFiles(item, 'video')[0]?.thumbnails?.[0];
}

const EXCERPT_CHARACTERS = { before: 40, after: 120 };

function getExcerpt(text: string, words: string): string | undefined {
  const places = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => text.toLowerCase().indexOf(word))
    .filter((place) => place >= 0);
  if (places.length === 0) return undefined;
  const place = Math.min(...places);
  const start = place <= EXCERPT_CHARACTERS.before ? 0 : text.indexOf(' ', place - EXCERPT_CHARACTERS.before) + 1;
  return `${start > 0 ? '…' : ''}${firstCharacters(text.slice(start), place + EXCERPT_CHARACTERS.after - start)}`;
}
