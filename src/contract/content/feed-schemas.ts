import { z } from 'zod';
import {
  DateRange,
  Dollars,
  DollarsInput,
  File,
  Flag,
  IsoDate,
  ListQuery,
  ObjectId,
  Success,
  UploadReply,
  byId,
  byIdIfAllowed,
  byKey,
  byKeyIfAllowed,
  getPage,
  stamps,
  revisionField,
} from '../base/common-schemas';
import {
  ContentStatus,
  EditableStatus,
  OwnState,
  accessFields,
  bookmarkFlags,
  readOnlyField,
  takenDownField,
} from './content-schemas';
import type { SchemasFor, UploadField } from '../base/define';
import type { feedRoutes } from './feed-routes';
import { DateText, line, requiredLine, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { PerformerPublic } from '../identity/people-schemas';

export const FeedType = z.enum(['text', 'photo', 'video', 'audio', 'scheduled-streaming']);

/** One answer of a poll; the question is the feed's `pollDescription`. Wire contract 3.4. */
export const Poll = z.object({
  ...stamps,
  description: z.string(),
  totalVote: z.number(),
  expiredAt: IsoDate.nullish(),
  createdBy: ObjectId.nullish(),
  /** The feed it belongs to; null until that feed is saved. */
  refId: ObjectId.nullish(),
  fromRef: z.string().nullish(),
  /** Whether the viewer chose this answer; our extension. */
  isVoted: z.boolean().optional(),
});

/** A viewer's view of a post. Wire contract 3.3. */
export const Feed = z.object({
  ...stamps,
  ...revisionField,
  type: FeedType,
  fromSource: z.literal('performer'),
  fromSourceId: ObjectId,
  title: z.string().nullish(),
  slug: z.string(),
  text: z.string(),
  /** One line that even a locked post shows; our extension. */
  tagline: z.string().nullish(),
  fileIds: z.array(ObjectId),
  /** All files. A locked one has `url` null and blurred thumbnails. */
  files: z.array(File),
  thumbnailId: ObjectId.nullish(),
  thumbnail: File.nullish(),
  teaserId: ObjectId.nullish(),
  teaser: File.nullish(),
  pollIds: z.array(ObjectId),
  polls: z.array(Poll),
  pollDescription: z.string().nullish(),
  pollExpiredAt: IsoDate.nullish(),
  isSale: z.boolean(),
  /** Price to unlock it. If `isSale` is set and the price is 0, it is open to everyone. */
  price: Dollars.nullish(),
  status: ContentStatus,
  /** Whether a file is being processed; our extension. */
  processing: z.boolean().optional(),
  totalLike: z.number(),
  totalComment: z.number(),
  isLiked: z.boolean(),
  ...bookmarkFlags,
  isSubscribed: z.boolean(),
  isBought: z.boolean(),
  isFollowed: z.boolean(),
  ...accessFields,
  ...readOnlyField,
  ...takenDownField,
  fileCount: z.number().optional(),
  /** Total seconds of audio and video. */
  totalDuration: z.number().optional(),
  performer: PerformerPublic,
  isPinned: z.boolean().optional(),
  pinnedAt: IsoDate.nullish(),
  isSchedule: z.boolean().optional(),
  scheduleAt: IsoDate.nullish(),
  streamingScheduled: IsoDate.nullish(),
  /** For a scheduled show: whether the viewer set a reminder, and how many viewers did; our extension. */
  isReminded: z.boolean().optional(),
  reminders: z.number().int().optional(),
  /** When fans could first see it: later than `createdAt` if it was a draft or scheduled. Our extension. */
  publishedAt: IsoDate.optional(),
});

/** The reply to creating a post: related data may be missing. */
const CreatedFeed = Feed.partial({
  files: true,
  polls: true,
  performer: true,
  isLiked: true,
  isBookMarked: true,
  isBookmarked: true,
  isSubscribed: true,
  isBought: true,
  isFollowed: true,
});

const FeedFields = z.object({
  title: line(200).nullish(),
  text: text(limits.feedText).optional(),
  tagline: line(200).nullish(),
  fileIds: z.array(ObjectId).max(limits.feedFiles).optional(),
  /** Alternative texts of its files; our extension. */
  fileAlts: z
    .array(z.object({ fileId: ObjectId, alt: text(500) }))
    .max(limits.feedFiles)
    .optional(),
  thumbnailId: ObjectId.nullish(),
  teaserId: ObjectId.nullish(),
  pollDescription: line(300).nullish(),
  pollIds: z.array(ObjectId).max(limits.pollOptions).optional(),
  pollExpiredAt: DateText.nullish(),
  isSale: z.boolean().optional(),
  isFree: z.boolean().optional(),
  price: DollarsInput.nullish(),
  status: EditableStatus.optional(),
  isPinned: z.boolean().optional(),
  isSchedule: z.boolean().optional(),
  scheduleAt: DateText.nullish(),
  streamingScheduled: DateText.nullish(),
  /** Any text: for unknown types, the server replies INVALID_FEED_TYPE like compatible backends. Wire contract 1.3. */
  type: z.string().max(40).optional(),
});

const getUpload = <const Kind extends UploadField['kinds'][number]>(kind: Kind, summary: string) => ({
  summary,
  mark: 'seen' as const,
  body: z.object({ alt: text(500).optional() }),
  files: { file: { kinds: [kind], required: true } },
  data: UploadReply,
  errors: ['NO_FILE', 'INVALID_OR_MISSING_FILE', 'PAYLOAD_TOO_LARGE'] as const,
});

const refusals = [
  ...(['INVALID_FEED_TYPE', 'MISSING_REQUIRED_PROPS', 'DOCUMENTS_NOT_APPROVED', 'PRICE_OUT_OF_BOUNDS'] as const),
  'INVALID_OR_MISSING_FILE',
] as const;

export const feedSchemas = {
  uploadFeedAudio: getUpload('audio', 'Store a sound file for a post; conversion is queued'),
  uploadFeedPhoto: {
    ...getUpload('image', 'Store a picture for a post'),
    errors: ['NO_FILE', 'INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
  },
  uploadFeedVideo: getUpload('video', 'Store a video for a post; conversion is queued'),
  uploadFeedThumbnail: {
    ...getUpload('image', 'Store the picture a post shows to everybody'),
    errors: ['NO_FILE', 'INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
  },
  uploadFeedTeaser: getUpload('video', 'Store the short video a post shows to everybody'),
  createFeed: {
    summary: 'Publish, schedule or draft a post',
    mark: 'seen',
    body: FeedFields,
    data: CreatedFeed,
    errors: [...refusals, 'ENTITY_NOT_FOUND'],
  },
  listPerformerFeeds: {
    summary: "The performer's own posts of any status, last changed first",
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      type: FeedType.optional(),
      status: ContentStatus.optional(),
      state: OwnState.optional(),
    }),
    data: getPage(Feed),
  },
  createPoll: {
    summary: 'Store one answer of a poll; its id then goes into the pollIds of a post',
    mark: 'seen',
    body: z.object({
      description: requiredLine(200),
      expiredAt: DateText.nullish(),
      performerId: ObjectId.optional(),
    }),
    data: Poll,
  },
  getPerformerFeed: { ...byKeyIfAllowed, summary: 'One own post, to edit it', data: Feed },
  updateFeed: {
    ...byId,
    summary: 'Change an own post; files no longer named are deleted',
    body: FeedFields,
    data: z.object({ updated: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'CONTENT_TAKEN_DOWN', ...refusals],
  },
  deleteFeed: { ...byIdIfAllowed, summary: 'Delete an own post with its files', data: Success },
  listFeeds: {
    summary: 'Posts of one performer, of everybody, or of those the viewer follows; newest first',
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      performerId: ObjectId.optional(),
      type: FeedType.optional(),
      /** Only performers that the viewer follows or subscribes to. */
      isHome: Flag.optional(),
      /** Our extension: only posts with a poll. */
      hasPoll: Flag.optional(),
      /** Our extension: only posts open to the viewer. */
      isUnlocked: Flag.optional(),
      /** Our extension: posts after this one in the list, so that new posts do not shift them; an error if it was deleted. */
      beforeId: ObjectId.optional(),
    }),
    data: getPage(Feed),
    errors: ['ENTITY_NOT_FOUND'],
  },
  getFeed: { ...byKey, summary: 'One post by id or slug; locked parts are closed, not refused', data: Feed },
  votePoll: {
    ...byId,
    summary: 'Choose an answer; the id is that of the answer, one vote per post',
    data: z.object({ voted: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND', 'ALREADY_VOTED', 'ALREADY_EXPIRED_TO_VOTE', 'FORBIDDEN', 'SUBSCRIPTION_INACTIVE'],
  },
} satisfies SchemasFor<typeof feedRoutes>;
