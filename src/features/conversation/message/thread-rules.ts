import { compareMessages, hasGap } from './message-order';
import type { Conversation, Message, MessageState, SeenMark, Thread } from './message-types';

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
