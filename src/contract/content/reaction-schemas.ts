import { z } from 'zod';
import { ListQuery, ObjectId, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { Feed } from './feed-schemas';
import { Gallery } from './gallery-schemas';
import { PerformerSearch, PersonPublic } from '../identity/people-schemas';
import { Product } from './product-schemas';
import type { reactionRoutes } from './reaction-routes';
import { Video } from './video-schemas';

const ReactionObjectType = z.enum(['video', 'performer', 'feed', 'comment', 'gallery', 'product']);
const ReactionAction = z.enum(['like', 'favourite', 'bookmark']);

const ReactionKey = z.object({
  objectId: ObjectId,
  action: ReactionAction,
  objectType: ReactionObjectType.default('video'),
});

/** Wire contract 3.20. */
const Reaction = z.object({
  ...stamps,
  action: ReactionAction,
  objectId: ObjectId,
  objectType: ReactionObjectType,
  createdBy: ObjectId,
  creator: PersonPublic.nullish(),
  source: z.enum(['user', 'performer']).nullish(),
});

/** A bookmark with its target: null if that was deleted or this viewer can no longer see it. */
const getBookmark = <K extends string, T extends z.ZodType>(objectType: K, objectInfo: T) =>
  Reaction.extend({ objectType: z.literal(objectType), objectInfo: objectInfo.nullable() });

const Bookmark = z.discriminatedUnion('objectType', [
  getBookmark('feed', Feed),
  getBookmark('gallery', Gallery),
  getBookmark('video', Video),
  getBookmark('product', Product),
  getBookmark('performer', PerformerSearch),
]);

export const reactionSchemas = {
  createReaction: {
    summary: 'Like, favour or bookmark something; a repeat replies the first reaction',
    mark: 'seen',
    body: ReactionKey,
    data: Reaction,
    errors: ['DOCUMENTS_NOT_APPROVED', 'ENTITY_NOT_FOUND'],
  },
  deleteReaction: {
    summary: 'Take a reaction back; false when there was none',
    mark: 'seen',
    body: ReactionKey,
    data: z.boolean(),
  },
  listBookmarks: {
    summary: "The caller's bookmarks of one kind, with what they point at",
    mark: 'seen',
    params: z.object({ type: z.enum(['feeds', 'galleries', 'videos', 'products', 'performers']) }),
    query: ListQuery,
    data: getPage(Bookmark),
  },
} satisfies SchemasFor<typeof reactionRoutes>;
