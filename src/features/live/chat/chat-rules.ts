import { compareText } from '@/lib/compare';
import type { Chat, ChatMessage, ChatState } from './chat-state';

/** Long shows have thousands of messages; older ones are dropped, and fetched again on scrolling. */
const MAX_LINES = 400;

export const createChat = (): Chat => ({
  messages: [],
  status: 'pending',
  error: null,
  older: 'idle',
  reachesStart: false,
  lastSentAt: null,
  systemLines: 0,
});

/** By sequence, or by time for backends that do not number messages. */
function compareLines(a: ChatMessage, b: ChatMessage): number {
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return compareText(a.createdAt, b.createdAt);
}

/** When a viewer joins or leaves, compatible backends send the conversation's id as the message id. Wire contract 4.1. */
function withOwnId(chat: Chat, message: ChatMessage): ChatMessage {
  if (message._id !== message.conversationId) return message;
  chat.systemLines += 1;
  const createdAt = message.createdAt || chat.messages.at(-1)?.createdAt || '';
  return { ...message, _id: `${message._id}-${chat.systemLines}`, createdAt, isSystem: true };
}

export function mergeLines(chat: Chat, added: readonly ChatMessage[]): void {
  const byId = new Map(chat.messages.map((message) => [message._id, message]));
  for (const line of added) {
    const message = withOwnId(chat, line);
    const known = byId.get(message._id);
    // A page requested before a deletion still contains the message.
    if (!known?.isDeleted || message.isDeleted) byId.set(message._id, message);
  }
  chat.messages = [...byId.values()].toSorted(compareLines);
}

export function trimLines(chat: Chat): void {
  if (chat.messages.length <= MAX_LINES) return;
  chat.messages = chat.messages.slice(-MAX_LINES);
  chat.reachesStart = false;
}

/** System lines are not in pages. */
export const findFirstId = (messages: readonly ChatMessage[]) => messages.find(({ isSystem }) => !isSystem)?._id;

/**
 * With a gap between the cached messages and the newest page, only the page stays, with lines that arrived after it; nothing if
 * the chat was cleared.
 */
export function dropIfDisconnected(chat: Chat, page: readonly ChatMessage[], total: number): void {
  const isKnown = page.some(({ _id }) => chat.messages.some((message) => message._id === _id));
  if (isKnown || (page.length === 0 && total > 0)) return;
  const last = page.at(-1);
  chat.messages = last ? chat.messages.filter((message) => compareLines(message, last) > 0) : [];
  chat.reachesStart = false;
}

/** Removes the pending line of a message that has arrived. Older backends return no client id. */
export function settleOutgoing(state: ChatState, message: ChatMessage): void {
  const { clientId, senderId, text, conversationId } = message;
  const index = state.outgoing.findIndex((line) =>
    clientId
      ? line.clientId === clientId
      : line.status === 'sending' &&
        line.senderId === senderId &&
        line.text === text &&
        line.conversationId === conversationId,
  );
  if (index >= 0) state.outgoing.splice(index, 1);
}
