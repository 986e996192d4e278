import { z } from 'zod';
import type { commentRoutes } from './comment-routes';
import { ListQuery, ObjectId, byIdIfAllowed, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { Circle, PersonPublic } from '../identity/people-schemas';

/**
 * A comment on a comment is a reply; a reply to a reply is stored under the same comment. `gallery` and `product` are our
 * extension: their pages have comments, too.
 */
const CommentObjectType = z.enum(['feed', 'video', 'comment', 'gallery', 'product']);
const content = requiredText(limits.commentText);

/** Wire contract 3.20. */
export const Comment = z.object({
  ...stamps,
  content: z.string(),
  objectId: ObjectId,
  objectType: CommentObjectType,
  /** Owner of the target. */
  recipientId: ObjectId.nullish(),
  createdBy: ObjectId,
  creator: PersonPublic.nullish(),
  isLiked: z.boolean(),
  /** Whether the viewer can delete it. */
  isAuth: z.boolean(),
  totalReply: z.number(),
  totalLike: z.number(),
  /** True if operators removed it: only its author and moderators get it. Our extension. */
  isTakenDown: z.boolean().optional(),
});

export const commentSchemas = {
  createComment: {
    summary: 'Comment on something, or reply to a comment',
    mark: 'seen',
    body: z.object({ content, objectId: ObjectId, objectType: CommentObjectType.default('video') }),
    data: Comment,
    errors: ['DOCUMENTS_NOT_APPROVED', 'ENTITY_NOT_FOUND', 'FORBIDDEN', 'COMMENTS_CLOSED'],
  },
  updateComment: {
    ...byIdIfAllowed,
    summary: "Change the caller's own comment",
    errors: [...byIdIfAllowed.errors, 'CONTENT_TAKEN_DOWN'],
    body: z.object({ content }),
    data: z.object({ updated: z.boolean() }),
  },
  listComments: {
    summary: 'Comments on something, newest first',
    mark: 'seen',
    query: ListQuery.extend({ objectId: ObjectId, objectType: CommentObjectType }),
    data: getPage(Comment).extend({
      /** Whether the caller can comment; for a guest, whether they could after logging in. Our extension. */
      mayComment: z.boolean().optional(),
      /** Accounts that the creator accepts comments from; our extension. */
      commentsFrom: Circle.optional(),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  deleteComment: {
    ...byIdIfAllowed,
    summary: 'Delete a comment as its author, or as the owner of what it is on',
    data: Comment,
  },
} satisfies SchemasFor<typeof commentRoutes>;
