import type { EndpointPart } from '@contract/schemas';
import { toCents } from '@contract/base/money';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { FileRow } from '../../site/media/media-service';
import { audienceOf, missing, offerOf, type ItemDraft, type ItemParts } from '../item/item-service';
import type { FeedExtra } from './feed-repository';

export type FeedInput = EndpointPart<'updateFeed', 'body'>;

/** What a creator decides about a post beyond what every item has. */
export type FeedWish = Omit<FeedExtra, 'polls'> & { pollIds: string[] };
export type FeedDraft = ItemDraft<FeedWish>;

/** Which kind of file each type of post is made of; the others need none. */
const fileKinds = { photo: 'image', video: 'video', audio: 'audio' } as const;
const feedTypes = ['text', 'photo', 'video', 'audio', 'scheduled-streaming'] as const;
export type FeedType = (typeof feedTypes)[number];

const emptyDraft: FeedDraft = {
  columns: {
    ...{ type: '', title: '', text: '', tagline: '', audience: 'subscribers', price: toCents(0), status: 'active' },
    ...{ hasPoll: false, isPinned: false, isScheduled: false, publishAt: null },
  },
  ...{ fileIds: [], thumbnailId: null, teaserId: null },
  wish: { pollDescription: '', pollExpiredAt: null, streamingScheduled: null, pollIds: [] },
};

function draftOf({ row, files, thumbnail, teaser, extra: { polls, ...extra } }: ItemParts<FeedExtra>): FeedDraft {
  return {
    columns: row,
    fileIds: files.map((file) => file.id),
    thumbnailId: thumbnail?.id ?? null,
    teaserId: teaser?.id ?? null,
    wish: { ...extra, pollIds: polls.map((poll) => poll.id) },
  };
}

/**
 * Lays what was sent over what is there: absent leaves, null clears.
 *
 * @param current null for a new post.
 * @throws AppError INVALID_FEED_TYPE, MISSING_REQUIRED_PROPS
 */
export function mergeFeed(input: FeedInput, current: ItemParts<FeedExtra> | null): FeedDraft {
  const base = current ? draftOf(current) : emptyDraft;
  const { columns, wish } = base;
  const type = input.type === undefined && current ? columns.type : parseType(input.type);
  const offer = offerOf(columns.audience);
  const isSale = input.isSale ?? offer.isSale;
  if (isSale && (input.price === null || (current === null && input.price === undefined))) missing('price', 'post');
  const price = isSale ? (typeof input.price === 'number' ? toCents(input.price) : columns.price) : toCents(0);
  const pollIds = [...new Set(input.pollIds ?? wish.pollIds)];
  return {
    columns: {
      type,
      title: textOf(input.title, columns.title).trim(),
      text: input.text ?? columns.text,
      tagline: textOf(input.tagline, columns.tagline).trim(),
      audience: audienceOf({ isSale, isFree: input.isFree ?? offer.isFree, price }),
      price,
      // A post whose file broke comes back once it is saved again; whether its files are sound is looked at then.
      status: input.status ?? (columns.status === 'file-error' ? 'active' : columns.status),
      hasPoll: pollIds.length > 0,
      isPinned: input.isPinned ?? columns.isPinned,
      isScheduled: input.isSchedule ?? columns.isScheduled,
      publishAt: dateOf(input.scheduleAt, columns.publishAt),
    },
    fileIds: [...new Set(input.fileIds ?? base.fileIds)],
    thumbnailId: input.thumbnailId === undefined ? base.thumbnailId : input.thumbnailId,
    teaserId: input.teaserId === undefined ? base.teaserId : input.teaserId,
    wish: {
      pollDescription: textOf(input.pollDescription, wish.pollDescription),
      pollExpiredAt: dateOf(input.pollExpiredAt, wish.pollExpiredAt),
      streamingScheduled: dateOf(input.streamingScheduled, wish.streamingScheduled),
      pollIds,
    },
  };
}

const textOf = (sent: string | null | undefined, before: string) => (sent === undefined ? before : (sent ?? ''));
const dateOf = (sent: string | null | undefined, before: Date | null) =>
  sent === undefined ? before : sent === null ? null : new Date(sent);

/** Whether enough is there for the type of post. @throws AppError MISSING_REQUIRED_PROPS */
export function checkFeedContent(
  { columns: { type, text }, fileIds, wish }: FeedDraft,
  files: ReadonlyMap<string, FileRow>,
): void {
  switch (type as FeedType) {
    case 'text':
      if (text.trim() === '' && wish.pollIds.length === 0) missing('text', 'post');
      return;
    case 'scheduled-streaming':
      if (wish.streamingScheduled === null) missing('streamingScheduled', 'post');
      return;
    case 'photo':
    case 'video':
    case 'audio': {
      const kind = fileKinds[type as keyof typeof fileKinds];
      if (!fileIds.some((id) => files.get(id)?.kind === kind)) missing('fileIds', 'post');
    }
  }
}

/** Whether a post's price is within the site's bounds. @throws AppError PRICE_OUT_OF_BOUNDS */
export function checkFeedPrice(
  { columns: { audience, price } }: FeedDraft,
  { minimumPpvPrice, maximumPpvPrice }: SiteSettings,
): void {
  const isOutside = price < toCents(minimumPpvPrice) || price > toCents(maximumPpvPrice);
  if (audience === 'sale' && isOutside) throw new AppError('PRICE_OUT_OF_BOUNDS');
}

function parseType(text: string | undefined): FeedType {
  if (text === undefined || text === '') missing('type', 'post');
  const type = feedTypes.find((known) => known === text);
  if (!type) throw new AppError('INVALID_FEED_TYPE');
  return type;
}
