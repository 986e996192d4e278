import type { z } from 'zod';
import type { Circle } from '@contract/identity/people-schemas';
import type { Actor } from '../../../access';

/** Whom a creator takes comments from, and how somebody stands to them. */
export interface CommentAccess {
  commentsFrom: z.output<typeof Circle>;
  follows: boolean;
  /** Now. */
  subscribes: boolean;
}

/** Creators comment on their own pages whatever they chose for others, and so may administrators. Ux AS-8. */
export function canComment(actor: Actor | null, performerId: string, access: CommentAccess): boolean {
  if (actor?.isAdmin || actor?.id === performerId) return true;
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

/** Its author, the owner of what it is on (`recipientId`), administrators. Wire contract 2.5. */
export const canDeleteComment = (
  actor: Actor | null,
  { createdBy, recipientId }: { createdBy: string; recipientId: string },
): boolean => actor !== null && (actor.isAdmin || actor.id === createdBy || actor.id === recipientId);
