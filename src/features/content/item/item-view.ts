import type { EndpointData } from '@contract/schemas';
import type { GridPicture } from '@/components/media/media-grid';
import type { LockedKind } from '@/components/content/locked-card';
import { shortenToTitle } from '@/lib/shorten';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { getPlayableUrl } from '@/lib/media-file';
import type { Payee } from '@/store/intents';

/** What a screen reads out of an item. Pure; fields that only our API sends may be missing. */

type WholeFeed = EndpointData<'getFeed'>;

/** What an item says of its creator, and what the sheet for subscribing reads: a third of what a backend tells with each. */
const authorFields = [
  ...(['_id', 'name', 'username', 'avatar', 'cover', 'verifiedAccount', 'isOnline', 'live', 'isFollowed'] as const),
  ...(['monthlyPrice', 'yearlyPrice', 'isFreeSubscription', 'durationFreeSubscriptionDays'] as const),
  'isSubscribed',
] as const;
export type Author = Pick<WholeFeed['performer'], (typeof authorFields)[number]>;

type CommonField =
  | ('_id' | 'slug' | 'type' | 'title' | 'text' | 'tagline' | 'files' | 'fileCount' | 'thumbnail' | 'teaser')
  | ('processing' | 'isSale' | 'isFree' | 'price' | 'access' | 'isReadOnly' | 'isSubscribed' | 'isFollowed')
  | ('totalLike' | 'totalComment' | 'isPinned' | 'createdAt' | 'publishedAt' | 'pollDescription');

/** What items of all kinds have, by the names that posts give it: a kind reads what its calls reply into these. */
export interface ItemBase extends Pick<WholeFeed, CommonField>, Partial<Pick<WholeFeed, 'polls'>> {
  /** Undefined where the backend never tells: then it is unknown, and no like is offered. */
  isLiked: boolean | undefined;
  /** Undefined while it is unknown, as of products before backends that never tell: there the receipts do. */
  isBought: boolean | undefined;
  isBookmarked: boolean;
  performer: Author;
  /** Its own call has told of it, not only a list; the store says so. */
  isWhole?: boolean;
  /** A list shows that it has changed since: its own call has to be made again. */
  isOutdated?: boolean;
}

export type FeedItem = Omit<WholeFeed, 'performer' | 'isBookMarked'> & ItemBase & { kind: 'feed' };
/** How often it was looked at, where the backend counts that. */
interface Viewed {
  totalView: number | null;
}
export interface VideoItem extends ItemBase, Viewed {
  kind: 'video';
  tags: string[];
  /** Other creators who are in it. */
  participants: Pick<Author, '_id' | 'name' | 'username' | 'avatar'>[];
}
/** `files` are its photos on its own page, and its cover in lists. */
export interface GalleryItem extends ItemBase, Viewed {
  kind: 'gallery';
  hasAllFiles: boolean;
}
/** Anybody may look at one; what is bought is the piece, or the file. Its picture is its `thumbnail`. */
export interface ProductItem extends ItemBase, Viewed {
  kind: 'product';
  isDigital: boolean;
  /** Pieces left, of one that is shipped. */
  stock: number;
  /** How it arrives; null before backends that do not tell. */
  delivery: Delivery | null;
}

/** As the wire has it: an empty list means everywhere, a zero means not told or without limit. */
export interface Delivery {
  shippingPrice: number;
  shipsTo: string[];
  packDays: number;
  deliverDays: number;
  downloadLimit: number;
  downloadDays: number;
}
/** What may be closed to who looks at it. */
export type ClosableItem = FeedItem | VideoItem | GalleryItem;
export type Item = ClosableItem | ProductItem;
export type ItemFile = ItemBase['files'][number];
type ItemAccess = NonNullable<ItemBase['access']>;

/**
 * Why a post is closed to the viewer, or that it is open. A backend without `access` is read by its flags; it calls the
 * owner subscribed and a buyer at once. Wire contract 3.3.
 */
export function getAccess(item: ItemBase): ItemAccess {
  if (item.access) return item.access;
  if (item.isSale) return item.isBought || !item.price ? 'open' : 'locked-sale';
  if (item.isSubscribed) return 'open';
  return item.isFree ? 'locked-platform' : 'locked-subscription';
}

/** Also drops previews, waveform and captions. */
function hideFileUrls(file: ItemFile): ItemFile {
  const { sources: _s, thumbHash: _t, waveform: _w, hls: _h, previews: _p, captions: _c, ...rest } = file;
  return { ...rest, url: null };
}

/**
 * What the store keeps of an item: as much of its creator as is shown, since the rest would go along with every page, in each
 * item again; and of a closed one no address of a file, whatever the backend sent. Promise: no media of locked work in the page.
 */
export function readItem<I extends ItemBase>(item: I): I {
  const told = authorFields.flatMap((name) => (name in item.performer ? [[name, item.performer[name]]] : []));
  const files = getAccess(item) === 'open' ? item.files : item.files.map(hideFileUrls);
  return { ...item, files, performer: Object.fromEntries(told) as Author };
}

/** Whether a product can be had: a file never runs out. */
export const hasStock = ({ isDigital, stock }: Pick<ProductItem, 'isDigital' | 'stock'>): boolean =>
  isDigital || stock > 0;
/** Whether a file of it cannot be opened yet; until then nobody can buy it on our API. */
export const isBeingProcessed = (item: Pick<ItemBase, 'files' | 'processing'>): boolean =>
  item.processing === true || item.files.some(({ status }) => status === 'processing');

export const getPriceText = ({ price }: ItemBase): string => (price ? formatMoney(price) : 'Free');

export function getPayee({ performer }: ItemBase): Payee {
  const { _id, name, username, avatar } = performer;
  return { _id, name, username, avatar };
}

/** Kind of a stored file, by its purpose (`feed-photo`, …) or else its content type. */
export function getFileKind(file: ItemFile): 'photo' | 'video' | 'audio' {
  const words = `${file.type} ${file.mimeType ?? ''}`;
  if (words.includes('video')) return 'video';
  return words.includes('audio') ? 'audio' : 'photo';
}

export const getFiles = (item: ItemBase, kind: ReturnType<typeof getFileKind>) =>
  item.files.filter((file) => getFileKind(file) === kind);

/** Lists name one photo of a gallery, and how many there are. */
const countPhotos = (item: ItemBase) =>
  Math.max(item.type === 'photo' ? (item.fileCount ?? 0) : 0, getFiles(item, 'photo').length);

/** What a post holds, with count or length: `14 photos`, `Video, 18:24`. One entry a kind. */
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
  // A backend that hides the files of closed posts may still count them.
  if (parts.length === 0 && item.fileCount) parts.push(pluralise(item.fileCount, 'file'));
  return parts;
}

export function getLockedKind(item: ItemBase): LockedKind {
  if (item.type === 'scheduled-streaming') return 'live';
  return item.type === 'photo' && countPhotos(item) > 1 ? 'gallery' : item.type;
}

const TYPE_NAMES = {
  // The words of a closed post are closed, too.
  text: 'Text post',
  photo: 'Photos',
  video: 'Video',
  audio: 'Audio',
  'scheduled-streaming': 'Live show',
};

/** A name for a post that may have none: its title, its one line, what it holds or says. */
export function getTitle(item: ItemBase): string {
  const { title, tagline, pollDescription, text, type } = item;
  // Of galleries and videos the line is their whole description: a name has an end.
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

/** The line after "Inside:" of a closed post: what the title does not say yet. */
export function describeContent(item: ItemBase): string | undefined {
  const contents = getContents(item).join(' and ') || undefined;
  const line = item.title && item.tagline ? item.tagline : contents;
  return line === getTitle(item) ? undefined : line;
}

/** The server's own picture for everybody: the chosen thumbnail, else a blurred one. Never a file itself. */
export function getPreview(item: ItemBase): { src: string; width: number; height: number } | null {
  const { thumbnail } = item;
  const open = thumbnail?.thumbnails?.[0] ?? thumbnail?.url;
  const measured = item.files.find((file) => file.thumbnails?.[0]);
  const src = open ?? measured?.thumbnails?.[0];
  if (!src) return null;
  // The post's own shape, so that opening it moves nothing below.
  const shape = item.files.find((file) => file.width && file.height) ?? thumbnail;
  return { src, width: shape?.width ?? 1200, height: shape?.height ?? 900 };
}

/** Pictures of an open item; those that still convert are not there yet. */
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
