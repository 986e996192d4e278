import { compareText } from '@/lib/compare';
import type { Chat, ChatMessage, ChatState } from './chat-state';

/** A show of hours has thousands of messages: what is further up is fetched again where somebody scrolls there. */
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

/** The server's order; by time for backends that do not number messages. */
function compareLines(a: ChatMessage, b: ChatMessage): number {
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return compareText(a.createdAt, b.createdAt);
}

/**
 * A line with an id of its own. Backends of the family say that somebody came or left with the conversation's id for the
 * message's. Wire contract 4.1.
 */
function withOwnId(chat: Chat, message: ChatMessage): ChatMessage {
  if (message._id !== message.conversationId) return message;
  chat.systemLines += 1;
  const createdAt = message.createdAt || chat.messages.at(-1)?.createdAt || '';
  return { ...message, _id: `${message._id}-${chat.systemLines}`, createdAt, isSystem: true };
}

/** Puts messages in order, each once; a later telling of a message takes the place of the one before. */
export function mergeLines(chat: Chat, added: readonly ChatMessage[]): void {
  const byId = new Map(chat.messages.map((message) => [message._id, message]));
  for (const line of added) {
    const message = withOwnId(chat, line);
    const known = byId.get(message._id);
    // A page that was on its way can still have a message that was deleted since.
    if (!known?.isDeleted || message.isDeleted) byId.set(message._id, message);
  }
  chat.messages = [...byId.values()].toSorted(compareLines);
}

/** Drops the oldest ones of a long show, unless somebody reads there. */
export function trimLines(chat: Chat): void {
  if (chat.messages.length <= MAX_LINES) return;
  chat.messages = chat.messages.slice(-MAX_LINES);
  chat.reachesStart = false;
}

/** Where messages are missing between what is here and the newest page, only the page is shown. */
export function dropIfDisconnected(chat: Chat, page: readonly ChatMessage[]): void {
  const isKnown = page.some(({ _id }) => chat.messages.some((message) => message._id === _id));
  if (isKnown || page.length === 0) return;
  chat.messages = [];
  chat.reachesStart = false;
}

/** An own message has arrived: what waits for it goes. Older backends give no client id back. */
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
