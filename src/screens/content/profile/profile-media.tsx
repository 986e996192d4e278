import { Images, LockKeyhole, Play } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useMemo, useRef } from 'react';
import { Badge } from '@/components/basic/badge';
import { ListStates } from '@/components/list/list-states';
import { Picture } from '@/components/media/picture';
import { usePictureViewer } from '@/components/media/use-picture-viewer';
import { EmptyState } from '@/components/states/empty-state';
import { getNoun } from '@/config/item-names';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { itemLists } from '@/features/content/item/item-lists';
import { itemRefreshed, listOpened } from '@/features/content/item/item-slice';
import { selectHidden, selectItemLists, selectItems } from '@/features/content/item/item-state';
import { getAudience } from '@/lib/audience';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { mediaLists } from '../profile-query';
import { mergeLists } from './merge-lists';
import { listTiles, type ItemTile, type MediaTile, type PhotoTile } from './media-tiles';
import styles from './profile-media.module.css';

/** Minimum time between two refreshes of an item whose links fail. */
const LINK_PAUSE_MS = 30_000;

export function ProfileMedia({ performer: { _id, name } }: { performer: Performer }) {
  const { list, tiles, onMore, onRetry } = useMedia(_id);
  const photos = useMemo(() => tiles.filter((tile) => tile.kind === 'photo'), [tiles]);
  const grid = useRef<HTMLUListElement>(null);
  const { open, viewer } = usePictureViewer({
    pictures: photos,
    findOpener: (index) => grid.current?.querySelector<HTMLElement>(`[data-photo="${photos[index]?.id}"]`),
    protect: photos.some(({ item }) => getAudience(item) !== 'everyone'),
  });
  const renew = useLinkRenewal();
  return (
    <div className={styles.media}>
      <ListStates
        list={list}
        failedTitle="The photos and videos did not load"
        onRetry={onRetry}
        onMore={onMore}
        skeleton="card"
        skeletonCount={4}
        empty={
          <EmptyState
            icon={Images}
            title="No photos or videos yet"
            text={`${name} has not published any photos or videos.`}
          />
        }
      >
        <ul ref={grid} className={styles.grid}>
          {tiles.map((tile) => (
            <li key={tile.id} onErrorCapture={() => renew(tile.itemKey)}>
              {tile.kind === 'photo' ? (
                <Photo tile={tile} onOpen={() => open(photos.indexOf(tile))} />
              ) : (
                <ItemLink tile={tile} />
              )}
            </li>
          ))}
        </ul>
      </ListStates>
      {viewer}
    </div>
  );
}

const sizes = '(max-width: 700px) 33vw, 210px';

function Photo({ tile, onOpen }: { tile: PhotoTile; onOpen: () => void }) {
  const protect = getAudience(tile.item) !== 'everyone';
  return (
    <button
      type="button"
      className={styles.tile}
      data-photo={tile.id}
      onClick={onOpen}
      onContextMenu={protect ? (event) => event.preventDefault() : undefined}
    >
      <span className="sr">{tile.alt ? 'Open photo: ' : `Open photo from ${tile.title}`}</span>
      <Picture
        src={tile.src}
        alt={tile.alt}
        width={tile.width}
        height={tile.height}
        sources={tile.sources}
        thumbHash={tile.thumbHash}
        sizes={sizes}
        loading="lazy"
        decoding="async"
        draggable={protect ? false : undefined}
      />
    </button>
  );
}

function ItemLink({ tile }: { tile: ItemTile }) {
  const { href, src, lock, label, isFilm, title, item } = tile;
  return (
    <Link className={styles.tile} href={href}>
      <span className="sr">
        {lock ? `Locked ${getNoun(item.kind)}: ` : `Open ${getNoun(item.kind)}: `}
        {title}
      </span>
      {src ? (
        <Picture src={src} alt="" width={400} height={400} sizes={sizes} loading="lazy" decoding="async" />
      ) : (
        <span className={styles.words} aria-hidden="true">
          {title}
        </span>
      )}
      {lock && (
        <Badge tone="media" icon={LockKeyhole} className={styles.lock}>
          {lock}
        </Badge>
      )}
      {label && (
        <Badge tone="media" icon={isFilm ? Play : Images} className={styles.inside}>
          {label}
        </Badge>
      )}
    </Link>
  );
}

/** Media links expire: when one fails, reloads its item. */
function useLinkRenewal(): (itemKey: string) => void {
  const dispatch = useAppDispatch();
  const renewed = useRef(new Map<string, number>());
  return (key) => {
    if (Date.now() - (renewed.current.get(key) ?? 0) < LINK_PAUSE_MS) return;
    renewed.current.set(key, Date.now());
    dispatch(itemRefreshed({ key }));
  };
}

/** Merges all lists of media, except for kinds that the backend does not support. */
function useMedia(performerId: string) {
  const dispatch = useAppDispatch();
  const queries = useMemo(() => mediaLists(performerId), [performerId]);
  const known = useAppSelector(selectItemLists);
  const items = useAppSelector(selectItems);
  const hidden = useAppSelector(selectHidden);
  const lists = queries.map((query) => known[itemLists.getKey(query)]);
  const unasked = lists.flatMap((list, index) => (list ? [] : [index])).join();
  useEffect(() => {
    for (const index of unasked === '' ? [] : unasked.split(',').map(Number)) {
      const query = queries[index];
      if (query) dispatch(listOpened(query));
    }
  }, [dispatch, queries, unasked]);
  const states = lists.map((list) => ({
    rows: list?.rows ?? [],
    isEnd: list?.isEnd === true || isUnsupported(list),
    status: isUnsupported(list) ? ('ready' as const) : (list?.status ?? 'idle'),
  }));
  const { rows, waitingFor } = mergeLists(states, (key) => getDate(items[key]));
  const tiles: MediaTile[] = rows.flatMap((key) => {
    const item = items[key];
    return item && !(item._id in hidden) ? listTiles(item) : [];
  });
  const has = (status: (typeof states)[number]['status']) => states.some((state) => state.status === status);
  const status = has('failed') ? 'failed' : has('pending') || has('idle') ? 'pending' : 'ready';
  const requestLists = (wanted: typeof itemLists.requested | typeof itemLists.moreRequested, indexes: number[]) => {
    for (const index of indexes) {
      const query = queries[index];
      if (query) dispatch(wanted(query));
    }
  };
  const failed = states.flatMap((state, index) => (state.status === 'failed' ? [index] : []));
  return {
    tiles,
    list: { rows: tiles, status, error: null, isEnd: waitingFor.length === 0 } as const,
    onRetry: () => requestLists(itemLists.requested, failed),
    onMore: () => requestLists(itemLists.moreRequested, failed.length > 0 ? failed : waitingFor),
  };
}

const isUnsupported = (list: { status: string; error: { status: number } | null } | undefined): boolean =>
  list?.status === 'failed' && list.error?.status === 404;

/** Pinned posts come first, as in the list of posts. */
function getDate(item: { isPinned?: boolean; publishedAt?: string | null; createdAt: string } | undefined): number {
  if (!item) return 0;
  return item.isPinned ? Infinity : Date.parse(item.publishedAt ?? item.createdAt);
}
