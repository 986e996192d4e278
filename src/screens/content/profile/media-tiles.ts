import type { GridPicture } from '@/components/media/media-grid';
import { itemNames } from '@/config/item-names';
import { getKey, getPath } from '@/features/content/item/item-kinds';
import { getAccess, getFiles, getPictures, getPreview, getTitle, type Item } from '@/features/content/item/item-view';
import { audienceLabels, getAudience } from '@/lib/audience';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';

interface TileBase {
  /** Unique within its grid. */
  id: string;
  item: Item;
  itemKey: string;
  title: string;
}

export interface PhotoTile extends TileBase, Omit<GridPicture, 'id' | 'video'> {
  kind: 'photo';
  full: string;
}

export interface ItemTile extends TileBase {
  kind: 'item';
  href: string;
  /** A still image, or the server's blurred image of a locked item. */
  src: string | undefined;
  /** Text on the lock badge: the price, or the audience. */
  lock?: string;
  label?: string;
  isFilm: boolean;
}

export type MediaTile = PhotoTile | ItemTile;

export function listTiles(item: Item): MediaTile[] {
  const base = { item, itemKey: getKey(item), title: getTitle(item) };
  if (getAccess(item) === 'open' && item.kind === 'feed') {
    const photos = getPictures(item).map((picture): PhotoTile => {
      const { sources, thumbHash, thumbnails } = item.files.find(({ _id }) => _id === picture.id) ?? {};
      const src = thumbnails?.[0] ?? picture.src;
      return { ...base, ...picture, src, sources, thumbHash, kind: 'photo', id: `${base.itemKey}/${picture.id}` };
    });
    const films = getFiles(item, 'video');
    return films.length > 0 ? [...photos, toItemTile(item)] : photos;
  }
  const isMedia = item.kind !== 'feed' || item.type === 'photo' || item.type === 'video';
  return isMedia ? [toItemTile(item)] : [];
}

function toItemTile(item: Item): ItemTile {
  const isOpen = getAccess(item) === 'open';
  const isFilm = item.type === 'video' || getFiles(item, 'video').length > 0;
  return {
    kind: 'item',
    item,
    itemKey: getKey(item),
    id: getKey(item),
    title: getTitle(item),
    href: getPath(item),
    src: getPreview(item)?.src ?? (isOpen ? getStillImage(item) : undefined),
    ...(!isOpen && { lock: item.isSale && item.price ? formatMoney(item.price) : audienceLabels[getAudience(item)] }),
    label: isFilm ? getLength(item) : getCount(item),
    isFilm,
  };
}

const getStillImage = (item: Item) => getPictures(item)[0]?.src ?? getFiles(item, 'video')[0]?.thumbnails?.[0];

function getLength(item: Item): string | undefined {
  const seconds = getFiles(item, 'video').reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return seconds > 0 ? formatDuration(seconds) : undefined;
}

function getCount(item: Item): string | undefined {
  const count = Math.max(item.fileCount ?? 0, getFiles(item, 'photo').length);
  // A gallery always has a label, even if it contains few photos or an unknown number.
  if (item.kind === 'gallery') return count > 0 ? pluralise(count, 'photo') : itemNames.gallery.noun;
  return count > 1 ? pluralise(count, 'photo') : undefined;
}
