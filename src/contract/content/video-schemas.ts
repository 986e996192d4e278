import { z } from 'zod';
import {
  DollarsText,
  Flag,
  IsoDate,
  KeyParams,
  ListQuery,
  ObjectId,
  True,
  byId,
  byIdIfAllowed,
  byKeyIfAllowed,
  getList,
  getPage,
} from '../base/common-schemas';
import { limits } from '../base/limits';
import { EditableStatus, MediaFile, OwnItemsQuery, itemFileErrors, soldItemFields } from './content-schemas';
import type { SchemasFor } from '../base/define';
import { DateText, absentIfEmpty, clearable, line, text } from '../base/field-schemas';
import { PerformerSearch } from '../identity/people-schemas';
import type { videoRoutes } from './video-routes';

/** Wire contract 3.7. */
export const Video = z.object({
  ...soldItemFields,
  tags: z.array(z.string()),
  /** Whether the video, or its teaser, is being processed. */
  processing: z.boolean(),
  teaserProcessing: z.boolean().optional(),
  fileId: ObjectId,
  /** `url` is null if locked, and in lists. */
  video: MediaFile.nullish(),
  thumbnailId: ObjectId.nullish(),
  thumbnail: MediaFile.nullish(),
  teaserId: ObjectId.nullish(),
  teaser: MediaFile.nullish(),
  isSchedule: z.boolean(),
  /** Called `scheduleAt` in a feed. */
  scheduledAt: IsoDate.nullish(),
  participantIds: z.array(ObjectId),
  participants: z.array(PerformerSearch).optional(),
  /** The show that it replays; our extension. */
  streamId: ObjectId.nullish(),
  isLiked: z.boolean(),
});

const VideoFields = z.object({
  title: line(200).optional(),
  description: clearable(text(5000)),
  tags: getList(line(limits.tagText), limits.tags).optional(),
  status: EditableStatus.optional(),
  isSale: Flag.optional(),
  isFree: Flag.optional(),
  price: clearable(DollarsText),
  isSchedule: Flag.optional(),
  scheduledAt: clearable(DateText),
  /** Empty text: no other participants. */
  participantIds: z.union([z.literal('').transform(() => []), getList(ObjectId)]).optional(),
  /** Files that the caller uploaded before, instead of those in the form; our extension. */
  fileId: absentIfEmpty(ObjectId),
  teaserId: clearable(ObjectId),
  thumbnailId: clearable(ObjectId),
});

const files = {
  video: { kinds: ['video'] },
  teaser: { kinds: ['video'] },
  thumbnail: { kinds: ['image'] },
} as const;

const FilePart = z.object({ type: z.enum(['teaser', 'thumbnail']).optional() });

export const videoSchemas = {
  uploadVideo: {
    summary: 'Store a video, which comes along or came up before; conversion is queued',
    mark: 'seen',
    /** `streamId`: a recorded show of the caller that has ended; the video becomes its first replay. Our extension. */
    body: VideoFields.extend({ streamId: ObjectId.optional() }),
    files,
    data: Video,
    errors: ['ENTITY_NOT_FOUND', 'NO_FILE', ...itemFileErrors, 'PRICE_OUT_OF_BOUNDS', 'REPLAY_EXISTS'],
  },
  updateVideo: {
    ...byId,
    summary: 'Change an own video or replace its files',
    body: VideoFields,
    files,
    data: Video,
    errors: [...byIdIfAllowed.errors, ...itemFileErrors, 'PRICE_OUT_OF_BOUNDS', 'CONTENT_TAKEN_DOWN'],
  },
  searchPerformerVideos: {
    summary: "The performer's own videos of any status",
    mark: 'seen',
    query: OwnItemsQuery.extend({ isSale: Flag.optional() }),
    data: getPage(Video),
  },
  getPerformerVideo: { ...byKeyIfAllowed, summary: 'One own video, to edit it', data: Video },
  removeVideoFile: {
    ...byId,
    summary: 'Take the teaser or the thumbnail off an own video; `type` comes in the body, or in the query',
    query: FilePart,
    body: FilePart,
    data: True,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'MISSING_REQUIRED_PROPS', 'CONTENT_TAKEN_DOWN'],
  },
  deleteVideo: { ...byIdIfAllowed, summary: 'Delete an own video with its files', data: True },
  searchVideos: {
    summary: 'Published videos of one performer or of everybody',
    mark: 'seen',
    query: ListQuery.extend({
      performerId: ObjectId.optional(),
      excludedId: ObjectId.optional(),
      isSale: Flag.optional(),
      /** Only replays of shows; our extension. */
      isReplay: Flag.optional(),
    }),
    data: getPage(Video),
  },
  getVideo: {
    summary: 'One video by id or slug; counts a view',
    mark: 'seen',
    params: KeyParams,
    data: Video,
    errors: ['ENTITY_NOT_FOUND', 'SUBSCRIPTION_INACTIVE'],
  },
} satisfies SchemasFor<typeof videoRoutes>;
