import type { z } from 'zod';
import type { Conversation } from '@contract/conversation/message-entities';
import type { Chat, ConversationRow, Entry } from '../show/entry-service';

import { getWriterError } from './chat-policy';

export type ConversationView = z.input<typeof Conversation>;

/** The highest `sequence` that the host removed by clearing the chat; 0 if they never did. */
export const getClearedSequence = ({ meta }: Pick<ConversationRow, 'meta'>): number =>
  typeof meta.clearedSequence === 'number' ? meta.clearedSequence : 0;

/** The chat without fields that depend on the viewer. Wire contract 3.17. */
export const presentChat = ({ show, conversation: row }: Chat): ConversationView => ({
  _id: row.id,
  type: row.type,
  name: row.name,
  recipients: [{ source: 'performer', sourceId: show.performerId }],
  lastMessage: row.lastMessage,
  lastSenderId: row.lastSenderId,
  lastMessageCreatedAt: row.lastMessageCreatedAt?.toISOString() ?? null,
  // The chat of a show has no members, so nothing counts as unseen.
  totalNotSeenMessages: 0,
  streamId: show.id,
  performerId: show.performerId,
  lastSequence: row.lastSequence,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export function presentChatTo(chat: Chat, { relation, refusal }: Entry) {
  const isOpen = chat.show.state === 'live' && refusal === null;
  return {
    ...presentChat(chat),
    isSubscribed: relation.isHost || relation.isSubscribed,
    canWrite: isOpen && !relation.isGuest && getWriterError(chat.show, relation) === null,
  } satisfies ConversationView;
}
