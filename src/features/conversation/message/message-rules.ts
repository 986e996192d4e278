import { compareText } from '@/lib/compare';
import type { Message, Conversation, MessageState, SeenMark, Thread } from './message-state';

/** The server's order within a conversation; by time for backends that do not number messages. */
function compareMessages(a: Message | undefined, b: Message | undefined): number {
  if (!a || !b) return 0;
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return compareText(a.createdAt, b.createdAt) || compareText(a._id, b._id);
}

/** True when the server has numbers between the two: something is missing here. Its numbers have no gaps. */
export function hasGap(before: Message | undefined, after: Message | undefined): boolean {
  if (before?.sequence === undefined || after?.sequence === undefined) return false;
  return after.sequence > before.sequence + 1;
}

/** What the list of conversations shows of a message; the same words as the server's, which come with the next load. */
function getPreview(message: Message): string {
  if (message.isDeleted) return 'Message deleted';
  // The text of a priced message without files is itself what is sold.
  if (message.isSale && message.files.length === 0) return 'Paid message';
  if (message.text) return message.text;
  switch (message.type) {
    case 'photo':
      return 'Photo';
    case 'video':
      return 'Video';
    case 'audio':
      return 'Audio';
    default:
      return '';
  }
}

/** Rules of the slice on how a conversation's messages lie together. They change the draft they are given. */

export const newThread = (): Thread => ({
  ids: [],
  status: 'pending',
  error: null,
  older: 'idle',
  newer: 'idle',
  reachesStart: false,
  reachesEnd: true,
  waiting: 0,
  newFromId: null,
  isNewRead: true,
});

/** Keeps messages and what is known of who read them; what has arrived is no longer on its way. */
export function keepMessages(state: MessageState, conversationId: string, added: readonly Message[]): void {
  for (const message of added) {
    // Nothing comes back: a page that was on its way tells of a deleted one as it was.
    if (!state.messages[message._id]?.isDeleted || message.isDeleted) state.messages[message._id] = message;
  }
  markSeen(
    state,
    conversationId,
    added.map(({ _id }) => _id),
  );
  const arrived = new Set(added.flatMap((message) => message.clientId ?? []));
  state.outgoing = state.outgoing.filter((outgoing) => !arrived.has(outgoing.clientId));
}

/** Puts messages in the server's order, each once. */
export function mergeMessages(state: MessageState, conversationId: string, added: readonly Message[]): Thread {
  const thread = (state.threads[conversationId] ??= newThread());
  keepMessages(state, conversationId, added);
  const ids = [...new Set([...thread.ids, ...added.map((message) => message._id)])];
  thread.ids = ids.sort((a, b) => compareMessages(state.messages[a], state.messages[b]));
  noteStart(state, thread);
  return thread;
}

/** Numbers begin at 1: whoever has that message has the beginning. */
function noteStart(state: MessageState, thread: Thread): void {
  if (state.messages[thread.ids[0] ?? '']?.sequence === 1) thread.reachesStart = true;
}

/** What was known may lie far from a page that was fetched anew: then only the page is shown, without a hole. */
export function forgetIfApart(state: MessageState, conversationId: string, page: readonly Message[]): void {
  const thread = state.threads[conversationId];
  if (!thread || thread.ids.length === 0) return;
  const sorted = page.toSorted(compareMessages);
  const known = thread.ids.map((id) => state.messages[id]);
  const isApart = hasGap(known.at(-1), sorted[0]) || hasGap(sorted.at(-1), known[0]);
  if (isApart) Object.assign(thread, { ids: [], reachesStart: false, reachesEnd: false });
}

/** Lays the reader's mark on what others wrote up to it. */
export function markSeen(state: MessageState, conversationId: string, ids: readonly string[]): void {
  const mark = state.seen[conversationId];
  if (!mark) return;
  for (const id of ids) {
    const message = state.messages[id];
    if (!message || message.senderId === mark.userId || message.seenAt) continue;
    if ((message.sequence ?? Infinity) <= mark.sequence) message.seenAt = mark.seenAt;
  }
}

/**
 * The first unread message among those that are here; null when all are read.
 *
 * @param conversation as it was before it was read; backends that do not number messages tell only how many are unread.
 */
export function firstUnread(
  messages: readonly (Message | undefined)[],
  { recipientInfo, totalNotSeenMessages: unread, lastSeenSequence }: Conversation,
): string | null {
  if (unread <= 0) return null;
  const theirs = messages.filter((message) => message?.senderId === recipientInfo?._id);
  const isNumbered = lastSeenSequence !== undefined && theirs.every((message) => message?.sequence !== undefined);
  const first = isNumbered
    ? theirs.find((message) => (message?.sequence ?? 0) > lastSeenSequence)
    : (theirs.at(-unread) ?? theirs[0]);
  return first?._id ?? null;
}

/** Somebody has read up to there: the account itself, perhaps in another tab, or the other party. */
export function noteSeen(state: MessageState, mark: SeenMark): void {
  const { conversationId, userId, sequence } = mark;
  const conversation = state.conversations[conversationId];
  if (conversation && conversation.recipientInfo?._id !== userId) {
    if (sequence < (conversation.lastSequence ?? 0)) return;
    conversation.totalNotSeenMessages = 0;
    conversation.lastSeenSequence = sequence;
    return;
  }
  if ((state.seen[conversationId]?.sequence ?? -1) > sequence) return;
  state.seen[conversationId] = mark;
  markSeen(state, conversationId, state.threads[conversationId]?.ids ?? []);
}

/** Rules of the slice on the lists of conversations. They change the draft they are given. */

const getTime = (conversation: Conversation | undefined) =>
  conversation?.lastMessageCreatedAt ?? conversation?.createdAt ?? '';

/** Puts a conversation where its newest message places it; one that is older than what is loaded comes with its page. */
export function insertByTime(state: MessageState, key: string, conversation: Conversation): void {
  const list = state.lists[key];
  if (!list || list.rows.includes(conversation._id)) return;
  const place = list.rows.findIndex((id) => getTime(state.conversations[id]) < getTime(conversation));
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
  conversation.lastMessage = getPreview(message);
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
