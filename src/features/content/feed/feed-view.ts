import type { EndpointData } from '@contract/schemas';
import type { GridPicture } from '@/components/media/media-grid';
import type { LockedKind } from '@/components/content/locked-card';
import { formatDay, readersZone } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { playableUrl } from '@/lib/media-file';
import type { Payee } from '@/store/intents';

/** What a screen reads out of a post. Pure; fields that only our API sends may be missing. */

type WholeFeed = EndpointData<'getFeed'>;
type FeedAuthor = Pick<WholeFeed['performer'], (typeof authorFields)[number]>;
export type Feed = Omit<WholeFeed, 'performer'> & { performer: FeedAuthor };

/** What a post says of its creator, and what the sheet for subscribing reads: a third of what a backend tells with each post. */
const authorFields = [
  ...(['_id', 'name', 'username', 'avatar', 'cover', 'verifiedAccount', 'isOnline', 'live', 'isFollowed'] as const),
  ...(['monthlyPrice', 'yearlyPrice', 'isFreeSubscription', 'durationFreeSubscriptionDays'] as const),
  'isSubscribed',
] as const;
export type FeedFile = Feed['files'][number];
export type FeedAccess = NonNullable<Feed['access']>;

/**
 * Why a post is closed to the viewer, or that it is open. A backend without `access` is read by its flags; it calls the
 * owner subscribed and a buyer at once. Wire contract 3.3.
 */
export function accessOf(feed: Feed): FeedAccess {
  if (feed.access) return feed.access;
  if (feed.isSale) return feed.isBought || !feed.price ? 'open' : 'locked-sale';
  if (feed.isSubscribed) return 'open';
  return feed.isFree ? 'locked-platform' : 'locked-subscription';
}

/** A post with as much of its creator as is shown: the rest would go along with every page, in each post again. */
export function leanFeed(feed: Feed): Feed {
  const told = authorFields.flatMap((name) => (name in feed.performer ? [[name, feed.performer[name]]] : []));
  return withoutLockedAddresses({ ...feed, performer: Object.fromEntries(told) as FeedAuthor });
}

/** A closed post without the addresses of its files, whatever the backend sent. Promise: no media of locked work in the page. */
export function withoutLockedAddresses(feed: Feed): Feed {
  if (accessOf(feed) === 'open') return feed;
  return { ...feed, files: feed.files.map((file) => ({ ...file, url: null })) };
}

export function payeeOf({ performer }: Feed): Payee {
  const { _id, name, username, avatar } = performer;
  return { _id, name, username, avatar };
}

/** Kind of a stored file, by its purpose (`feed-photo`, …) or else its content type. */
export function fileKind(file: FeedFile): 'photo' | 'video' | 'audio' {
  const words = `${file.type} ${file.mimeType ?? ''}`;
  if (words.includes('video')) return 'video';
  return words.includes('audio') ? 'audio' : 'photo';
}

export const filesOf = (feed: Feed, kind: ReturnType<typeof fileKind>) =>
  feed.files.filter((file) => fileKind(file) === kind);

const secondsOf = (files: FeedFile[]) => files.reduce((sum, file) => sum + (file.duration ?? 0), 0);

/** What a post holds, with count or length: `14 photos`, `Video, 18:24`. One entry a kind. */
export function contentsOf(feed: Feed): string[] {
  const photos = filesOf(feed, 'photo').length;
  const parts = photos > 0 ? [pluralise(photos, 'photo')] : [];
  for (const [kind, word] of [
    ['video', 'Video'],
    ['audio', 'Audio'],
  ] as const) {
    const files = filesOf(feed, kind);
    const seconds = secondsOf(files);
    const name = files.length > 1 ? `${files.length} ${kind === 'video' ? 'videos' : 'recordings'}` : word;
    if (files.length > 0) parts.push(seconds > 0 ? `${name}, ${formatDuration(seconds)}` : name);
  }
  // A backend that hides the files of closed posts may still count them.
  if (parts.length === 0 && feed.fileCount) parts.push(pluralise(feed.fileCount, 'file'));
  return parts;
}

export function lockedKindOf(feed: Feed): LockedKind {
  if (feed.type === 'scheduled-streaming') return 'live';
  if (feed.type === 'photo') return filesOf(feed, 'photo').length > 1 ? 'gallery' : 'photo';
  return feed.type;
}

const typeNames = { text: 'Text', photo: 'Photos', video: 'Video', audio: 'Audio', 'scheduled-streaming': 'Live show' };

/** Characters of a text that stand in for a title. */
const excerptLength = 60;

function excerptOf(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, text.lastIndexOf(' ', excerptLength))}…`;
}

/** A name for a post that may have none: its title, its one line, what it holds or says. */
export function titleOf(feed: Feed): string {
  const { title, tagline, pollDescription, text, type } = feed;
  return title || tagline || contentsOf(feed).join(' and ') || pollDescription || excerptOf(text) || typeNames[type];
}

/** The line after "Inside:" of a closed post: what the title does not say yet. */
export function insideOf(feed: Feed): string | undefined {
  const contents = contentsOf(feed).join(' and ') || undefined;
  const line = feed.title && feed.tagline ? feed.tagline : contents;
  return line === titleOf(feed) ? undefined : line;
}

/** The server's own picture for everybody: the chosen thumbnail, else a blurred one. Never a file itself. */
export function previewOf(feed: Feed): { src: string; width: number; height: number } | null {
  const { thumbnail } = feed;
  const open = thumbnail?.thumbnails?.[0] ?? thumbnail?.url;
  const measured = feed.files.find((file) => file.thumbnails?.[0]);
  const src = open ?? measured?.thumbnails?.[0];
  if (!src) return null;
  // The post's own shape, so that opening it moves nothing below.
  const shape = feed.files.find((file) => file.width && file.height) ?? thumbnail;
  return { src, width: shape?.width ?? 1200, height: shape?.height ?? 900 };
}

/** Pictures of an open post; those that still convert are not there yet. */
export function picturesOf(feed: Feed): (GridPicture & { full: string })[] {
  const files = filesOf(feed, 'photo').filter(playableUrl);
  return files.map((file, index) => ({
    id: file._id,
    src: (files.length > 2 && file.thumbnails?.[0]) || file.url || '',
    full: file.url ?? '',
    alt: file.alt || `Photo ${index + 1} of ${files.length} by ${feed.performer.name}`,
    width: file.width || 1200,
    height: file.height || 900,
  }));
}

/** Still being converted, or failed to be. */
export function pendingFilesOf(feed: Feed): { processing: number; failed: number } {
  const count = (status: string) => feed.files.filter((file) => file.status === status).length;
  const processing = count('processing');
  return { processing: processing || (feed.processing ? 1 : 0), failed: count('error') };
}

const hourMs = 3_600_000;

/**
 * When a poll ends: `closes in 9 hours`, `closes on 21 December`, `closed on 3 May`.
 *
 * @param now milliseconds, or null while the server renders: then the day in UTC.
 */
export function closesText(expiredAt: string, now: number | null): string {
  if (now === null) return `closes on ${formatDay(expiredAt, { timeZone: 'UTC' })}`;
  const left = Date.parse(expiredAt) - now;
  if (left <= 0) return `closed on ${formatDay(expiredAt, { now, timeZone: readersZone })}`;
  if (left < hourMs) return `closes in ${pluralise(Math.max(1, Math.round(left / 60_000)), 'minute')}`;
  if (left < 36 * hourMs) return `closes in ${pluralise(Math.round(left / hourMs), 'hour')}`;
  if (left < 7 * 24 * hourMs) return `closes in ${pluralise(Math.round(left / hourMs / 24), 'day')}`;
  return `closes on ${formatDay(expiredAt, { now, timeZone: readersZone })}`;
}
