import type { z } from 'zod';
import type { Comment } from '@contract/content/comment-schemas';
import type { Actor } from '../../../access';
import type { PersonView } from '../../identity/people/people-service';
import { canDeleteComment } from './comment-policy';
import type { CommentRow } from './comment-repository';

export type CommentView = z.input<typeof Comment>;

/** A comment as one viewer sees it. Wire contract 3.20. */
export function presentComment(
  row: CommentRow,
  { viewer, creator, isLiked }: { viewer: Actor | null; creator: PersonView | null; isLiked: boolean },
): CommentView {
  return {
    _id: row.id,
    content: row.content,
    objectId: row.objectId,
    objectType: row.objectType as CommentView['objectType'],
    recipientId: row.recipientId,
    createdBy: row.createdBy,
    creator,
    isLiked,
    isAuth: canDeleteComment(viewer, row),
    totalReply: row.totalReply,
    totalLike: row.totalLike,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
