import type { EndpointPart } from '@contract/schemas';
import { toCents, type Cents } from '@contract/base/money';
import { AppError } from '../../../errors';
import type { FileRow } from '../../site/media/media-service';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { FeedCounts, FeedParts, FeedRow } from './feed-repository';

export type FeedInput = EndpointPart<'updateFeed', 'body'>;

/** What a creator decides about a post. */
export type Draft = Pick<
  FeedRow,
  | 'type'
  | 'title'
  | 'text'
  | 'tagline'
  | 'thumbnailId'
  | 'teaserId'
  | 'pollDescription'
  | 'pollExpiredAt'
  | 'isSale'
  | 'isFree'
  | 'price'
  | 'status'
  | 'isPinned'
  | 'isSchedule'
  | 'scheduleAt'
  | 'streamingScheduled'
> & { fileIds: string[]; pollIds: string[] };

/** Which kind of file each kind of post is made of; the others need none. */
const fileKinds = { photo: 'image', video: 'video', audio: 'audio' } as const;
const feedTypes = ['text', 'photo', 'video', 'audio', 'scheduled-streaming'] as const satisfies FeedRow['type'][];
/** Purposes of files that may be in a post. Wire contract 3.3. */
const fileTypes: ReadonlySet<string> = new Set(['feed-photo', 'feed-video', 'feed-audio']);

const emptyDraft: Omit<Draft, 'type'> = {
  title: '',
  text: '',
  tagline: '',
  thumbnailId: null,
  teaserId: null,
  pollDescription: '',
  pollExpiredAt: null,
  isSale: false,
  isFree: false,
  price: toCents(0),
  status: 'active',
  isPinned: false,
  isSchedule: false,
  scheduleAt: null,
  streamingScheduled: null,
  fileIds: [],
  pollIds: [],
};

export function draftOf({ row, files, polls }: FeedParts): Draft {
  return { ...row, fileIds: files.map((file) => file.id), pollIds: polls.map((poll) => poll.id) };
}

/**
 * Lays what was sent over what is there: absent leaves, null clears.
 *
 * @param current null for a new post.
 * @throws AppError INVALID_FEED_TYPE, MISSING_REQUIRED_PROPS
 */
export function mergeDraft(input: FeedInput, current: Draft | null): Draft {
  const base = current ?? { ...emptyDraft, type: parseType(input.type) };
  const date = (text: string | null | undefined, before: Date | null) =>
    text === undefined ? before : text === null ? null : new Date(text);
  const isSale = input.isSale ?? base.isSale;
  const price = input.price === undefined ? base.price : input.price === null ? null : toCents(input.price);
  if (isSale && (price === null || (current === null && input.price === undefined))) missing('price');
  return {
    type: input.type === undefined ? base.type : parseType(input.type),
    title: (input.title === undefined ? base.title : (input.title ?? '')).trim(),
    text: input.text ?? base.text,
    tagline: (input.tagline === undefined ? base.tagline : (input.tagline ?? '')).trim(),
    fileIds: [...new Set(input.fileIds ?? base.fileIds)],
    thumbnailId: input.thumbnailId === undefined ? base.thumbnailId : input.thumbnailId,
    teaserId: input.teaserId === undefined ? base.teaserId : input.teaserId,
    pollDescription: input.pollDescription === undefined ? base.pollDescription : (input.pollDescription ?? ''),
    pollIds: [...new Set(input.pollIds ?? base.pollIds)],
    pollExpiredAt: date(input.pollExpiredAt, base.pollExpiredAt),
    isSale,
    // On sale is the stronger word: what is sold is not given away.
    isFree: !isSale && (input.isFree ?? base.isFree),
    price: isSale ? (price as Cents) : toCents(0),
    // A post whose file broke comes back once it is saved again; whether its files are sound is looked at then.
    status: input.status ?? (base.status === 'file-error' ? 'active' : base.status),
    isPinned: input.isPinned ?? base.isPinned,
    isSchedule: input.isSchedule ?? base.isSchedule,
    scheduleAt: date(input.scheduleAt, base.scheduleAt),
    streamingScheduled: date(input.streamingScheduled, base.streamingScheduled),
  };
}

/**
 * Whether a draft can be a post: enough is there for its kind, its price is within the site's bounds.
 *
 * @param files those named by `fileIds`, `thumbnailId` and `teaserId`, as far as they exist.
 * @throws AppError MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS, INVALID_OR_MISSING_FILE
 */
export function checkDraft(
  draft: Draft,
  files: readonly FileRow[],
  { ownerId, settings }: { ownerId: string; settings: SiteSettings },
): void {
  const byId = new Map(files.filter((file) => file.ownerId === ownerId).map((file) => [file.id, file]));
  for (const id of draft.fileIds) {
    const file = byId.get(id);
    // A file that everybody can open must not be sold, nor one that was sent to somebody.
    if (!file || file.isPublic || !fileTypes.has(file.type)) throw new AppError('INVALID_OR_MISSING_FILE');
  }
  for (const [id, kind] of [
    [draft.thumbnailId, 'image'],
    [draft.teaserId, 'video'],
  ] as const) {
    const file = id === null ? null : byId.get(id);
    if (id !== null && (!file?.isPublic || file.kind !== kind)) throw new AppError('INVALID_OR_MISSING_FILE');
  }
  checkContent(draft, byId);
  if (draft.isSchedule && draft.scheduleAt === null) missing('scheduleAt');
  const { minimumPpvPrice, maximumPpvPrice } = settings;
  // On sale for nothing is the family's way of saying "open to everybody".
  const isOutside = draft.price < toCents(minimumPpvPrice) || draft.price > toCents(maximumPpvPrice);
  if (draft.isSale && draft.price !== 0 && isOutside) throw new AppError('PRICE_OUT_OF_BOUNDS');
}

function checkContent(draft: Draft, byId: ReadonlyMap<string, FileRow>): void {
  switch (draft.type) {
    case 'text':
      if (draft.text.trim() === '' && draft.pollIds.length === 0) missing('text');
      return;
    case 'scheduled-streaming':
      if (draft.streamingScheduled === null) missing('streamingScheduled');
      return;
    case 'photo':
    case 'video':
    case 'audio': {
      const kind = fileKinds[draft.type];
      if (!draft.fileIds.some((id) => byId.get(id)?.kind === kind)) missing('fileIds');
    }
  }
}

/** What publishing now, later or not at all makes of the columns of a post. */
export function planPublication(
  draft: Draft,
  current: Pick<FeedRow, 'status' | 'publishedAt' | 'isSchedule'> | null,
  { now, isBroken }: { now: Date; isBroken: boolean },
): Pick<FeedRow, 'status' | 'isSchedule' | 'publishedAt'> {
  const before = current?.publishedAt ?? now;
  const wasShown = current !== null && current.status !== 'draft' && !current.isSchedule;
  if (draft.status === 'draft') return { status: 'draft', isSchedule: draft.isSchedule, publishedAt: before };
  if (draft.isSchedule && draft.scheduleAt !== null && draft.scheduleAt > now) {
    return { status: 'inactive', isSchedule: true, publishedAt: before };
  }
  const status = draft.isSchedule ? 'active' : draft.status;
  // Put aside before anybody saw it: a draft, which is new on the day it is published.
  if (status === 'inactive' && !wasShown) return { status: 'draft', isSchedule: false, publishedAt: before };
  if (isBroken && status === 'active') return { status: 'file-error', isSchedule: false, publishedAt: before };
  // A post that was only hidden for a while goes back to its place; one never seen before is new.
  const isNew = current !== null && !wasShown;
  return { status, isSchedule: false, publishedAt: status === 'active' && isNew ? now : before };
}

/** Whether fans see a post now that they could not see before; one that was only hidden for a while is no news. */
export function isNews(
  current: Pick<FeedRow, 'status' | 'isSchedule'> | null,
  after: Pick<FeedRow, 'status'>,
): boolean {
  if (after.status !== 'active') return false;
  return current === null || current.isSchedule || current.status === 'draft' || current.status === 'file-error';
}

/** What a post adds to the counters on its creator's page; nothing while fans do not see it. */
export function countsOf(status: FeedRow['status'], files: readonly Pick<FileRow, 'kind'>[]): FeedCounts {
  if (status !== 'active') return { feeds: 0, photos: 0, videos: 0 };
  const ofKind = (kind: FileRow['kind']) => files.filter((file) => file.kind === kind).length;
  return { feeds: 1, photos: ofKind('image'), videos: ofKind('video') };
}

export const difference = (after: FeedCounts, before: FeedCounts): FeedCounts => ({
  feeds: after.feeds - before.feeds,
  photos: after.photos - before.photos,
  videos: after.videos - before.videos,
});

function parseType(text: string | undefined): FeedRow['type'] {
  if (text === undefined || text === '') missing('type');
  const type = feedTypes.find((known) => known === text);
  if (!type) throw new AppError('INVALID_FEED_TYPE');
  return type;
}

function missing(what: string): never {
  throw new AppError('MISSING_REQUIRED_PROPS', { message: `This post needs: ${what}.` });
}
