import type { z } from 'zod';
import { limits } from '@contract/base/limits';
import { Video } from '@contract/content/video-schemas';
import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import { writerOf } from '../../../http/written-reply';
import type { PeopleService } from '../../identity/people/people-service';
import {
  checkUnlockPrice,
  draftFilesOf,
  mergeColumns,
  missing,
  presentItem,
  presentOffer,
  slugOfTitle,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';
import type { createVideoRepository, VideoExtra } from './video-repository';

export type VideoView = z.input<typeof Video>;

/** What a form sends, with the ids of the files that came along: absent leaves, null takes away. */
export type VideoInput = EndpointPart<'updateVideo', 'body'> & ItemInput;

/** What sets videos apart from other items. Wire contract 2.10, 3.7. */
export const createVideoKind = (
  { listExtras, save }: ReturnType<typeof createVideoRepository>,
  { people }: { people: Pick<PeopleService, 'findMany'> },
): ItemKind<VideoExtra, VideoInput, VideoView, VideoExtra> => ({
  kind: 'video',
  noun: 'video',
  announcedAs: 'video',
  counter: 'statVideos',
  fileTypes: new Set(['performer-video']),
  shownTypes: new Set(['performer-video-teaser', 'performer-video-thumbnail']),

  listExtras,
  async saveExtra({ id, performerId }, { participantIds }, tx) {
    const others = [...new Set(participantIds)].filter((other) => other !== performerId).slice(0, limits.participants);
    const known = await people.findMany(others, tx);
    if (known.filter(({ performer }) => performer).length < others.length)
      throw new AppError('ENTITY_NOT_FOUND', { message: 'One of the creators in it is not here.' });
    await save({ id, participantIds: others }, tx);
  },

  merge(input, current) {
    const { description, scheduledAt, fileId, participantIds, ...rest } = input;
    const held = draftFilesOf(current);
    return {
      columns: mergeColumns({ ...rest, tagline: description, scheduleAt: scheduledAt }, current?.row ?? null, 'video'),
      fileIds: fileId === undefined ? held.fileIds : [fileId],
      thumbnailId: input.thumbnailId === undefined ? held.thumbnailId : input.thumbnailId,
      teaserId: input.teaserId === undefined ? held.teaserId : input.teaserId,
      wish: { participantIds: participantIds ?? current?.extra.participantIds ?? [] },
    };
  },
  checkContent({ fileIds }, files) {
    if (files.get(fileIds[0] ?? '')?.kind !== 'video') missing('video', 'video');
  },
  checkPrice: checkUnlockPrice,
  slugOf: ({ columns }, now, attempt) => slugOfTitle(columns.title, { fallback: 'video', now, attempt }),

  present(item, presentFile) {
    const { row, files, thumbnail, teaser, extra } = item.parts;
    const [file] = files;
    return {
      ...presentItem(item),
      ...presentOffer(item),
      title: row.title,
      tags: row.tags,
      processing: file?.status === 'processing',
      teaserProcessing: teaser?.status === 'processing',
      fileId: file?.id ?? '',
      video: file && presentFile(file, { open: item.access === 'open' }),
      thumbnailId: thumbnail?.id ?? null,
      thumbnail: thumbnail && presentFile(thumbnail, { open: true }),
      teaserId: teaser?.id ?? null,
      teaser: teaser && presentFile(teaser, { open: true }),
      isSchedule: row.isScheduled,
      scheduledAt: row.publishAt?.toISOString() ?? null,
      participantIds: extra.participantIds,
    };
  },
  write: writerOf(Video),
});
