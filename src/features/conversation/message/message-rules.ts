import { compareText } from '@/lib/compare';
import type { Message, Conversation, MessageState, SeenMark, Thread } from './message-state';

/** Sorts by sequence, or by time for backends that do not number messages. */
function compareMessages(a: Message | undefined, b: Message | undefined): number {
  if (!a || !b) return 0;
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return compareText(a.createdAt, b.createdAt) || compareText(a._id, b._id);
}

/** True if messages between the two are missing here. Sequences of the server have no gaps. */
export function hasGap(before: Message | undefined, after: Message | undefined): boolean {
  if (before?.sequence === undefined || after?.sequence === undefined) return false;
  return after.sequence > before.sequence + 1;
}

/** Imitates the server's preview, which replaces this one at the next load. */
function getPreview(message: Message): string {
  if (message.isDeleted) return 'Message deleted';
  // If there are no files, the text itself is for sale and must stay hidden.
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

export const createThread = (): Thread => ({
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

/** Also removes outgoing messages that have arrived. */
export function storeMessages(state: MessageState, conversationId: string, added: readonly Message[]): void {
  for (const message of added) {
    const known = state.messages[message._id];
    // A page requested before a deletion or a purchase still contains the message as it was.
    const isOutdated = (known?.isDeleted || (known?.isBought && !message.isBought)) && !message.isDeleted;
    if (!isOutdated) state.messages[message._id] = message;
  }
  markSeen(
    state,
    conversationId,
    added.map(({ _id }) => _id),
  );
  const arrived = new Set(added.flatMap((message) => message.clientId ?? []));
  state.outgoing = state.outgoing.filter((outgoing) => !arrived.has(outgoing.clientId));
}

export function mergeMessages(state: MessageState, conversationId: string, added: readonly Message[]): Thread {
  const thread = (state.threads[conversationId] ??= createThread());
  storeMessages(state, conversationId, added);
  const ids = [...new Set([...thread.ids, ...added.map((message) => message._id)])];
  thread.ids = ids.sort((a, b) => compareMessages(state.messages[a], state.messages[b]));
  updateReachesStart(state, thread);
  return thread;
}

/** The first message of a conversation has sequence 1. */
function updateReachesStart(state: MessageState, thread: Thread): void {
  if (state.messages[thread.ids[0] ?? '']?.sequence === 1) thread.reachesStart = true;
}

/** If there is a gap between the loaded messages and a new page, drops the loaded ones. */
export function clearIfDisconnected(state: MessageState, conversationId: string, page: readonly Message[]): void {
  const thread = state.threads[conversationId];
  if (!thread || thread.ids.length === 0) return;
  const sorted = page.toSorted(compareMessages);
  const known = thread.ids.map((id) => state.messages[id]);
  const isDisconnected = hasGap(known.at(-1), sorted[0]) || hasGap(sorted.at(-1), known[0]);
  if (isDisconnected) Object.assign(thread, { ids: [], reachesStart: false, reachesEnd: false });
}

/** Marks the viewer's messages as seen, up to the other party's read mark. */
export function markSeen(state: MessageState, conversationId: string, ids: readonly string[]): void {
  const mark = state.seen[conversationId];
  if (!mark) return;
  for (const id of ids) {
    const message = state.messages[id];
    if (!message || message.senderId === mark.userId || message.seenAt) continue;
    if ((message.sequence ?? Infinity) <= mark.sequence) message.seenAt = mark.seenAt;
  }
}

/** @param conversation as it was before it was marked as read; backends without sequences only send an unread count. */
export function findFirstUnread(
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

/** The mark is the other party's, or the account's own from another tab. */
export function applySeenMark(state: MessageState, mark: SeenMark): void {
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

const getTime = (conversation: Conversation | undefined) =>
  conversation?.lastMessageCreatedAt ?? conversation?.createdAt ?? '';

/** Skips a conversation older than the loaded rows: its page will contain it. */
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

/** Keeps the row's last message and its counts if the response is older. */
export function storeConversation(state: MessageState, conversation: Conversation): void {
  const known = state.conversations[conversation._id];
  const isOutdated = (conversation.lastSequence ?? Infinity) < (known?.lastSequence ?? 0);
  state.conversations[conversation._id] = {
    ...conversation,
    // Some responses omit the other party, so keep the one already known.
    recipientInfo: conversation.recipientInfo ?? known?.recipientInfo,
    ...(known && isOutdated && pickNewest(known)),
  };
}

const pickNewest = ({
  lastMessage,
  lastSenderId,
  lastMessageCreatedAt,
  lastSequence,
  lastSeenSequence,
  totalNotSeenMessages,
}: Conversation) => ({
  lastMessage,
  lastSenderId,
  lastMessageCreatedAt,
  lastSequence,
  lastSeenSequence,
  totalNotSeenMessages,
});

export function applyNewestMessage(state: MessageState, message: Message, isViewed: boolean): void {
  const { conversationId } = message;
  const conversation = state.conversations[conversationId];
  if (!conversation || (message.sequence ?? Infinity) < (conversation.lastSequence ?? 0)) return;
  conversation.lastMessage = getPreview(message);
  conversation.lastSenderId = message.senderId;
  conversation.lastMessageCreatedAt = message.createdAt;
  const isMine = conversation.recipientInfo?._id !== message.senderId;
  if (message.sequence !== undefined) {
    // Like on the server: sending a message marks earlier ones as read if none was unread.
    if (isMine && conversation.totalNotSeenMessages === 0) conversation.lastSeenSequence = message.sequence;
    conversation.lastSequence = message.sequence;
  }
  if (!isMine) state.typing[conversationId] = false;
  if (!isMine && !isViewed) {
    conversation.totalNotSeenMessages += 1;
    insertByTime(state, 'unread', conversation);
  }
  for (const list of Object.values(state.lists)) {
    if (!list.rows.includes(conversationId)) continue;
    list.rows = [conversationId, ...list.rows.filter((id) => id !== conversationId)];
  }
}
