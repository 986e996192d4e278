import { type Actor, may } from '../../../access';
import type { CommentAccess, CommentRow } from './comment-repository';

/** Creators and administrators can always comment, whatever the creator allows others. Ux AS-8. */
export function canComment(actor: Actor | null, performerId: string, access: CommentAccess): boolean {
  if (may(actor, 'moderateContent') || actor?.id === performerId) return true;
  switch (access.commentsFrom) {
    case 'everyone':
      return true;
    case 'follows':
      return access.follows || access.subscribes;
    case 'subscriptions':
      return access.subscribes;
    case 'nobody':
      return false;
  }
}

/** A comment that operators removed is there only for its author and moderators. */
export const canSeeComment = (
  actor: Actor | null,
  { createdBy, takenDownAt }: Pick<CommentRow, 'createdBy' | 'takenDownAt'>,
): boolean => takenDownAt === null || may(actor, 'moderateContent') || actor?.id === createdBy;

/** True for the author, the owner of the target (`recipientId`), and administrators. Wire contract 2.5. */
export const canDeleteComment = (
  actor: Actor | null,
  { createdBy, recipientId }: { createdBy: string; recipientId: string },
): boolean => actor !== null && (may(actor, 'moderateContent') || actor.id === createdBy || actor.id === recipientId);
