import type { Actor } from '../../access';

interface CommentOf {
  createdBy: string;
  /** Owner of the content it is on. */
  recipientId: string;
}

export const canUpdateComment = (actor: Actor, comment: CommentOf): boolean => actor.id === comment.createdBy;

/** Its author, the owner of what it is on, administrators. Wire contract 2.5. */
export const canDeleteComment = (actor: Actor | null, { createdBy, recipientId }: CommentOf): boolean =>
  actor !== null && (actor.isAdmin || actor.id === createdBy || actor.id === recipientId);
