import type { z } from 'zod';
import type { Conversation } from '@contract/conversation/message-entities';
import type { Actor, Caller } from '../../../access';
import type { PersonView } from '../../identity/people/people-service';
import type { Membership } from './conversation-repository';
import { getReadableMembership, getSendError } from './message-policy';
import type { Messaging } from './messaging';

export type ConversationView = z.input<typeof Conversation>;

export async function getConversation(messaging: Messaging, caller: Caller, id: string): Promise<ConversationView> {
  const membership = await getReadableMembership(messaging, caller, id);
  const views = await messaging.people.views([membership.otherId], caller.actor);
  return presentConversation(membership, caller.actor, views.get(membership.otherId));
}

/** Wire contract 3.17. */
export function presentConversation(
  membership: Membership,
  actor: Actor,
  recipient: PersonView | undefined,
): ConversationView {
  const { conversation: row, otherId, otherKind, unread, lastReadSequence } = membership;
  const sendError = getSendError(actor, membership);
  return {
    _id: row.id,
    type: row.type,
    recipients: [
      { source: actor.kind, sourceId: actor.id },
      { source: otherKind, sourceId: otherId },
    ],
    recipientInfo: recipient ? { ...recipient, isOnline: recipient.isOnline && !membership.isBlocked } : null,
    lastMessage: membership.isBlocked ? '' : row.lastMessage,
    lastSenderId: row.lastSenderId,
    lastMessageCreatedAt: row.lastMessageCreatedAt?.toISOString() ?? null,
    totalNotSeenMessages: unread,
    isSubscribed: actor.kind === 'performer' || membership.isSubscribed,
    // A creator sees that they block the fan. A blocked fan can see the conversation only if they bought something in it.
    isBlocked: membership.hasBlocked || membership.isBlocked,
    canWrite: sendError === null,
    opensBySubscribing: sendError === 'NOT_SUBSCRIBED',
    isMuted: membership.mutedAt !== null,
    isClosed: membership.closedAt !== null,
    lastSequence: row.lastSequence,
    lastSeenSequence: lastReadSequence,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
