import type { z } from 'zod';
import type { Conversation } from '@contract/conversation/message-schemas';
import type { Actor } from '../../../access';
import type { PersonView } from '../../identity/people/people-service';
import type { Membership } from './conversation-repository';
import { whyNot } from './message-policy';

export type ConversationView = z.input<typeof Conversation>;

/** A private conversation as `actor` sees it; wire contract 3.17. */
export function presentConversation(
  membership: Membership,
  actor: Actor,
  recipient: PersonView | undefined,
): ConversationView {
  const { conversation: row, otherId, otherKind, unread, lastReadSequence } = membership;
  return {
    _id: row.id,
    type: row.type,
    recipients: [
      { source: actor.kind, sourceId: actor.id },
      { source: otherKind, sourceId: otherId },
    ],
    recipientInfo: recipient ?? null,
    lastMessage: row.lastMessage,
    lastSenderId: row.lastSenderId,
    lastMessageCreatedAt: row.lastMessageCreatedAt?.toISOString() ?? null,
    totalNotSeenMessages: unread,
    // Creators always get true. Wire contract 3.17.
    isSubscribed: actor.kind === 'performer' || membership.isSubscribed,
    // A fan who is blocked does not see the conversation at all, so this tells creators of their own blocks.
    isBlocked: membership.hasBlocked,
    canWrite: whyNot(actor, membership) === null,
    isMuted: membership.mutedAt !== null,
    isClosed: membership.closedAt !== null,
    lastSequence: row.lastSequence,
    lastSeenSequence: lastReadSequence,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
