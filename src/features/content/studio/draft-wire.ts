import type { EndpointInput } from '@contract/schemas';
import { audienceOf } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';
import { isOut, stateOf, type Draft, type DraftFile, type DraftPoll, type OwnFeed } from './draft';

const DAY_MS = 86_400_000;

/** What storing a draft means for those who wait for it. */
export type StoreAs = 'published' | 'draft';

type FeedBody = NonNullable<EndpointInput<'createFeed'>['body']>;

/**
 * The post as the API takes it.
 *
 * @param pollIds of the stored answers.
 * @param as what a post becomes that nobody has seen yet; one that is out stays as it is.
 */
export function toFeedBody(draft: Draft, pollIds: string[], as: StoreAs): FeedBody {
  const idOf = (files: DraftFile[]) => files[0]?.fileId ?? null;
  const isSale = draft.audience === 'sale';
  return {
    type: draft.files[0]?.kind ?? 'text',
    title: draft.title.trim(),
    text: draft.text.trim(),
    tagline: draft.tagline.trim(),
    fileIds: draft.files.flatMap((file) => file.fileId ?? []),
    fileAlts: draft.files.flatMap((file) => (file.fileId ? [{ fileId: file.fileId, alt: file.alt }] : [])),
    thumbnailId: idOf(draft.thumbnail),
    teaserId: idOf(draft.teaser),
    // Open to everybody is for sale at nothing. Wire contract 3.3.
    isSale: isSale || draft.audience === 'everyone',
    isFree: draft.audience === 'free',
    price: isSale ? Number(draft.price) : 0,
    pollIds,
    pollDescription: draft.poll?.question.trim() ?? '',
    pollExpiredAt: endOf(draft),
    ...(!isOut(draft) && publicationOf(draft, as)),
  };
}

function publicationOf({ isLater, scheduleAt }: Draft, as: StoreAs): FeedBody {
  if (as === 'draft') return { status: 'inactive', isSchedule: false, scheduleAt: null };
  const at = isLater ? new Date(scheduleAt).toISOString() : null;
  return { status: 'active', isSchedule: isLater, scheduleAt: at };
}

/** When a poll ends: counted from the day its post goes out. */
function endOf({ poll, isLater, scheduleAt }: Draft): string | null {
  if (!poll) return null;
  if (poll.days === null) return poll.endsAt;
  const from = isLater && scheduleAt ? new Date(scheduleAt).getTime() : Date.now();
  return new Date(from + poll.days * DAY_MS).toISOString();
}

/**
 * All that a stored post is made of, to be sent along when one thing of it changes: backends of the family take a change for
 * the whole post, and delete the files that it does not name. Wire contract 2.6.
 */
export function toWholeBody(feed: OwnFeed): FeedBody {
  const { type, title, text, tagline, fileIds, thumbnailId, teaserId, isSale, price } = feed;
  const { pollIds, pollDescription, pollExpiredAt, streamingScheduled } = feed;
  const whole: FeedBody = {
    ...{ type, title, text, tagline, fileIds, thumbnailId, teaserId, isSale, price },
    ...{ pollIds, pollDescription, pollExpiredAt, streamingScheduled },
  };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null && value !== undefined));
}

/** A stored post, to be changed. */
export function toDraft(feed: OwnFeed): Draft {
  const state = stateOf(feed);
  const isLater = state === 'scheduled';
  return {
    id: feed._id,
    state,
    title: feed.title ?? '',
    text: feed.text,
    tagline: feed.tagline ?? '',
    audience: audienceOf(feed),
    price: feed.isSale && feed.price ? String(feed.price) : '',
    files: feed.files.map(toFile),
    thumbnail: feed.thumbnail ? [toFile(feed.thumbnail)] : [],
    teaser: feed.teaser ? [toFile(feed.teaser)] : [],
    poll: toPoll(feed),
    isLater,
    scheduleAt: isLater && feed.scheduleAt ? toLocalTime(feed.scheduleAt) : '',
    isChanged: false,
  };
}

function toPoll({ polls, pollDescription, pollExpiredAt }: OwnFeed): DraftPoll | null {
  if (polls.length === 0) return null;
  const options = polls.map((option) => ({ id: option._id, text: option.description }));
  return { question: pollDescription ?? '', options, days: null, endsAt: pollExpiredAt ?? null };
}

function toFile(file: OwnFeed['files'][number]): DraftFile {
  const isBroken = file.status === 'error';
  return {
    localId: file._id,
    kind: file.type.endsWith('video') ? 'video' : file.type.endsWith('audio') ? 'audio' : 'photo',
    name: file.name || 'File',
    size: file.size ?? 0,
    status: isBroken ? 'failed' : file.status === 'processing' ? 'processing' : 'ready',
    progress: 1,
    secondsLeft: null,
    fileId: file._id,
    previewUrl: file.thumbnails?.[0] ?? null,
    alt: file.alt ?? '',
    error: isBroken ? 'This file could not be read.' : null,
    canRetry: false,
  };
}
