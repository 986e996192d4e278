import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import type { FileRow } from '../../site/media/media-service';
import {
  getDate,
  getDraftFiles,
  mergeColumns,
  throwMissing,
  toText,
  type ItemDraft,
  type ItemParts,
} from '../item/item-service';
import type { FeedExtra } from './feed-repository';

export type FeedInput = EndpointPart<'updateFeed', 'body'>;

export type FeedFields = Omit<FeedExtra, 'polls'> & { pollIds: string[] };
type FeedDraft = ItemDraft<FeedFields>;

const fileKinds = { photo: 'image', video: 'video', audio: 'audio' } as const;
const feedTypes = ['text', 'photo', 'video', 'audio', 'scheduled-streaming'] as const;
export type FeedType = (typeof feedTypes)[number];

/**
 * Applies the input to the stored post: if a field is absent, its value is kept; null clears it.
 *
 * @param current null for a new post
 * @throws AppError INVALID_FEED_TYPE, MISSING_REQUIRED_PROPS
 */
export function mergeFeed(input: FeedInput, current: ItemParts<FeedExtra> | null): FeedDraft {
  const type = input.type === undefined && current ? current.row.type : parseType(input.type);
  const columns = mergeColumns({ ...input, type }, current?.row ?? null, 'post');
  const extra = current?.extra;
  const pollIds = [...new Set(input.pollIds ?? extra?.polls.map((poll) => poll.id) ?? [])];
  return {
    columns: { ...columns, hasPoll: pollIds.length > 0 },
    ...getDraftFiles(current, input),
    kindFields: {
      pollDescription: toText(input.pollDescription, extra?.pollDescription ?? ''),
      pollExpiredAt: getDate(input.pollExpiredAt, extra?.pollExpiredAt ?? null),
      streamingScheduled: getDate(input.streamingScheduled, extra?.streamingScheduled ?? null),
      pollIds,
    },
  };
}

export function checkFeedContent(
  { columns: { type, text }, fileIds, kindFields }: FeedDraft,
  files: ReadonlyMap<string, FileRow>,
): void {
  switch (type as FeedType) {
    case 'text':
      if (text.trim() === '' && kindFields.pollIds.length === 0) throwMissing('text', 'post');
      return;
    case 'scheduled-streaming':
      if (kindFields.streamingScheduled === null) throwMissing('streamingScheduled', 'post');
      return;
    case 'photo':
    case 'video':
    case 'audio': {
      const kind = fileKinds[type as keyof typeof fileKinds];
      if (!fileIds.some((id) => files.get(id)?.kind === kind)) throwMissing('fileIds', 'post');
    }
  }
}

function parseType(text: string | undefined): FeedType {
  if (text === undefined || text === '') throwMissing('type', 'post');
  const type = feedTypes.find((known) => known === text);
  if (!type) throw new AppError('INVALID_FEED_TYPE');
  return type;
}
