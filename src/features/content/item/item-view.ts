import type { EndpointData } from '@contract/schemas';
import type { GridPicture } from '@/components/media/media-grid';
import type { LockedKind } from '@/components/content/locked-card';
import { shortenToTitle } from '@/lib/shorten';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { getPlayableUrl } from '@/lib/media-file';
import type { Payee } from '@/store/intents';

/** Pure functions that read items for screens. Fields that only our API sends can be missing. */

type WholeFeed = EndpointData<'getFeed'>;

/** The creator's fields that cards and the subscribe sheet show: a third of those that backends send with each item. */
const authorFields = [
  ...(['_id', 'name', 'username', 'avatar', 'cover', 'verifiedAccount', 'isOnline', 'live', 'isFollowed'] as const),
  ...(['monthlyPrice', 'yearlyPrice', 'isFreeSubscription', 'durationFreeSubscriptionDays'] as const),
  'isSubscribed',
] as const;
export type Author = Pick<WholeFeed['performer'], (typeof authorFields)[number]>;

type CommonField =
  | ('_id' | 'slug' | 'type' | 'title' | 'text' | 'tagline' | 'files' | 'fileCount' | 'thumbnail' | 'teaser')
  | (
      | 'processing'
      | 'isSale'
      | 'isFree'
      | 'price'
      | 'access'
      | 'isReadOnly'
      | 'isTakenDown'
      | 'isSubscribed'
      | 'isFollowed'
    )
  | ('totalLike' | 'totalComment' | 'isPinned' | 'createdAt' | 'publishedAt' | 'pollDescription');

/** Fields that all kinds have, under the names of posts. */
export interface ItemBase extends Pick<WholeFeed, CommonField>, Partial<Pick<WholeFeed, 'polls'>> {
  /** Undefined if the backend never sends it: then liking is not offered. */
  isLiked: boolean | undefined;
  /** Undefined while unknown. If a backend never sends it for products, the receipts show it. */
  isBought: boolean | undefined;
  isBookmarked: boolean;
  performer: Author;
  /** `photoId`: the photo that a gallery's file belongs to. */
  files: (WholeFeed['files'][number] & { photoId?: string })[];
  /** True if it was loaded by its own call, not only as a list row. Set by the store. */
  isWhole?: boolean;
  /** True if a list row shows that it has changed: its own call has to be made again. */
  isOutdated?: boolean;
}

export type FeedItem = Omit<WholeFeed, 'performer' | 'files' | 'isBookMarked'> & ItemBase & { kind: 'feed' };
interface Viewed {
  totalView: number | null;
}
export interface VideoItem extends ItemBase, Viewed {
  kind: 'video';
  tags: string[];
  participants: Pick<Author, '_id' | 'name' | 'username' | 'avatar'>[];
}
/** `files` are the photos on the gallery's own page, but only the cover in lists. */
export interface GalleryItem extends ItemBase, Viewed {
  kind: 'gallery';
  hasAllFiles: boolean;
}
/** Always visible; only the goods or the file are sold. Its picture is its `thumbnail`. */
export interface ProductItem extends ItemBase, Viewed {
  kind: 'product';
  isDigital: boolean;
  stock: number;
  delivery: Delivery | null;
}

/** As in the API: an empty list means all countries, 0 days means unknown, 0 downloads means unlimited. */
export interface Delivery {
  shippingPrice: number;
  shipsTo: string[];
  packDays: number;
  deliverDays: number;
  downloadLimit: number;
  downloadDays: number;
}
export type ClosableItem = FeedItem | VideoItem | GalleryItem;
export type Item = ClosableItem | ProductItem;
export type ItemFile = ItemBase['files'][number];
type ItemAccess = NonNullable<ItemBase['access']>;

/** Backends that send no `access` send flags; they consider the owner a subscriber and buyer. Wire contract 3.3. */
export function getAccess(item: ItemBase): ItemAccess {
  if (item.access) return item.access;
  if (item.isSale) return item.isBought || !item.price ? 'open' : 'locked-sale';
  if (item.isSubscribed) return 'open';
  return item.isFree ? 'locked-platform' : 'locked-subscription';
}

function hideFileUrls(file: ItemFile): ItemFile {
  const { sources: _s, thumbHash: _t, waveform: _w, hls: _h, previews: _p, captions: _c, ...rest } = file;
  return { ...rest, url: null };
}

/**
 * Drops creator fields that are not shown, since each item of a page repeats them, and file URLs of locked items, even if the
 * backend sent them. Requirement: no media of locked items in the page.
 */
export function readItem<I extends ItemBase>(item: I): I {
  const told = authorFields.flatMap((name) => (name in item.performer ? [[name, item.performer[name]]] : []));
  const files = getAccess(item) === 'open' ? item.files : item.files.map(hideFileUrls);
  return { ...item, files, performer: Object.fromEntries(told) as Author };
}

export const hasStock = ({ isDigital, stock }: Pick<ProductItem, 'isDigital' | 'stock'>): boolean =>
  isDigital || stock > 0;
/** Our API sells an item only after all of its files have been processed. */
export const isBeingProcessed = (item: Pick<ItemBase, 'files' | 'processing'>): boolean =>
  item.processing === true || item.files.some(({ status }) => status === 'processing');

export const getPriceText = ({ price }: ItemBase): string => (price ? formatMoney(price) : 'Free');

export function getPayee({ performer }: ItemBase): Payee {
  const { _id, name, username, avatar } = performer;
  return { _id, name, username, avatar };
}

export function getFileKind(file: ItemFile): 'photo' | 'video' | 'audio' {
  const words = `${file.type} ${file.mimeType ?? ''}`;
  if (words.includes('video')) return 'video';
  return words.includes('audio') ? 'audio' : 'photo';
}

export const getFiles = (item: ItemBase, kind: ReturnType<typeof getFileKind>) =>
  item.files.filter((file) => getFileKind(file) === kind);

/** A list row of a gallery has only one photo, and the count. */
const countPhotos = (item: ItemBase) =>
  Math.max(item.type === 'photo' ? (item.fileCount ?? 0) : 0, getFiles(item, 'photo').length);

/** One text per kind of file: `14 photos`, `Video, 18:24`. */
export function getContents(item: ItemBase): string[] {
  const photos = countPhotos(item);
  const parts = photos > 0 ? [pluralise(photos, 'photo')] : [];
  for (const kind of ['video', 'audio'] as const) {
    const files = getFiles(item, kind);
    const seconds = files.reduce((sum, file) => sum + (file.duration ?? 0), 0);
    const several = `${files.length} ${kind === 'video' ? 'videos' : 'recordings'}`;
    const name = files.length > 1 ? several : TYPE_NAMES[kind];
    if (files.length > 0) parts.push(seconds > 0 ? `${name}, ${formatDuration(seconds)}` : name);
  }
  // A backend that hides the files of locked posts may still send their number.
  if (parts.length === 0 && item.fileCount) parts.push(pluralise(item.fileCount, 'file'));
  return parts;
}

export function getLockedKind(item: ItemBase): LockedKind {
  if (item.type === 'scheduled-streaming') return 'live';
  return item.type === 'photo' && countPhotos(item) > 1 ? 'gallery' : item.type;
}

const TYPE_NAMES = {
  // The text of a locked post is hidden, too.
  text: 'Text post',
  photo: 'Photos',
  video: 'Video',
  audio: 'Audio',
  'scheduled-streaming': 'Live show',
};

export function getTitle(item: ItemBase): string {
  const { title, tagline, pollDescription, text, type } = item;
  const line = shortenToTitle(tagline);
  return (
    title ||
    line ||
    getContents(item).join(' and ') ||
    shortenToTitle(pollDescription) ||
    shortenToTitle(text) ||
    TYPE_NAMES[type]
  );
}

/** The line after "Inside:" of a locked post: content that the title does not mention. */
export function describeContent(item: ItemBase): string | undefined {
  const contents = getContents(item).join(' and ') || undefined;
  const line = item.title && item.tagline ? item.tagline : contents;
  return line === getTitle(item) ? undefined : line;
}

/** A public picture: the chosen thumbnail, else a blurred one. Never one of the files. */
export function getPreview(item: ItemBase): { src: string; width: number; height: number } | null {
  const { thumbnail } = item;
  const open = thumbnail?.thumbnails?.[0] ?? thumbnail?.url;
  const measured = item.files.find((file) => file.thumbnails?.[0]);
  const src = open ?? measured?.thumbnails?.[0];
  if (!src) return null;
  // The dimensions are those of the file, so that unlocking the post does not shift the layout.
  const shape = item.files.find((file) => file.width && file.height) ?? thumbnail;
  return { src, width: shape?.width ?? 1200, height: shape?.height ?? 900 };
}

export function getPictures(item: ItemBase): (GridPicture & { full: string })[] {
  const files = getFiles(item, 'photo').filter(getPlayableUrl);
  return files.map((file) => ({
    id: file._id,
    src: (files.length > 2 && file.thumbnails?.[0]) || file.url || '',
    full: file.url ?? '',
    alt: file.alt || '',
    width: file.width || 1200,
    height: file.height || 900,
  }));
}
