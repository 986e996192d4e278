import { previewOf } from './message-order';
import type { Conversation, Message, MessageState } from './message-types';

/** Rules of the slice on the lists of conversations. They change the draft they are given. */

const timeOf = (conversation: Conversation | undefined) =>
  conversation?.lastMessageCreatedAt ?? conversation?.createdAt ?? '';

/** Puts a conversation where its newest message places it; one that is older than what is loaded comes with its page. */
export function insertByTime(state: MessageState, key: string, conversation: Conversation): void {
  const list = state.lists[key];
  if (!list || list.rows.includes(conversation._id)) return;
  const place = list.rows.findIndex((id) => timeOf(state.conversations[id]) < timeOf(conversation));
  if (place >= 0) list.rows.splice(place, 0, conversation._id);
  else if (list.rows.length >= list.total) list.rows.push(conversation._id);
  else return;
  list.total += 1;
  list.read += 1;
}

/** A conversation and every list that has it know of a new message; `isMine` by whoever uses this browser. */
export function noteNewest(state: MessageState, message: Message, isLookedAt: boolean): void {
  const { conversationId } = message;
  const conversation = state.conversations[conversationId];
  if (!conversation) return;
  conversation.lastMessage = previewOf(message);
  conversation.lastSenderId = message.senderId;
  conversation.lastMessageCreatedAt = message.createdAt;
  const isMine = conversation.recipientInfo?._id !== message.senderId;
  if (message.sequence !== undefined) {
    // The server does the same: who writes has read what came before, if it was read.
    if (isMine && conversation.totalNotSeenMessages === 0) conversation.lastSeenSequence = message.sequence;
    conversation.lastSequence = message.sequence;
  }
  if (!isMine) state.typing[conversationId] = false;
  if (!isMine && !isLookedAt) {
    conversation.totalNotSeenMessages += 1;
    insertByTime(state, 'unread', conversation);
  }
  for (const list of Object.values(state.lists)) {
    if (!list.rows.includes(conversationId)) continue;
    list.rows = [conversationId, ...list.rows.filter((id) => id !== conversationId)];
  }
}
