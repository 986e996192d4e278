import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { compareMessages, hasGap, previewOf } from './message-order';

export type Conversation = EndpointData<'getConversation'>;
export type Message = EndpointData<'sendMessage'>;

/** How far somebody has read a conversation. */
export interface SeenMark {
  conversationId: string;
  /** The reader. */
  userId: string;
  sequence: number;
  seenAt: string;
}

export interface ConversationList {
  ids: string[];
  total: number;
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

export interface Thread {
  /** Oldest first. */
  ids: string[];
  /** Of the whole conversation, as the server counts. */
  total: number;
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  isLoadingOlder: boolean;
  /** The first message that was unread when the thread was opened: the "New" line stands before it. */
  firstUnreadId: string | null;
}

/** A message on its way, or one that did not get through; kept until it is sent or thrown away. */
export interface Outgoing {
  clientId: string;
  conversationId: string;
  text: string;
  attachments: Attachment[];
  price: number | null;
  status: 'sending' | 'failed';
  error: ApiFailure | null;
}

/** A file beside the text that is being written. */
export interface Attachment {
  localId: string;
  kind: 'photo' | 'video' | 'audio';
  name: string;
  size: number;
  status: 'uploading' | 'ready' | 'failed';
  /** 0..1 */
  progress: number;
  fileId: string | null;
  error: string | null;
  /** A picture of it in this browser. */
  previewUrl: string | null;
}

export interface MessageState {
  conversations: Record<string, Conversation>;
  /** Lists by filter: `all`, `unread`, `q:<text>`. */
  lists: Record<string, ConversationList>;
  messages: Record<string, Message>;
  threads: Record<string, Thread>;
  outgoing: Outgoing[];
  attachments: Record<string, Attachment[]>;
  typing: Record<string, boolean>;
  /** By conversation, how far the other party has read: it may be told before the message itself is here. */
  seen: Record<string, SeenMark>;
  activeId: string | null;
  /** A conversation with somebody is being opened, or could not be. */
  opening: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
}

declare module '@/store/state' {
  interface StoreState {
    message: MessageState;
  }
}

/** Specification 8. */
export const loadingFailed = 'Error occurred, please try again later';

export const listFilterKey = (filter: { q?: string; unread?: boolean }) =>
  filter.q ? `q:${filter.q}` : filter.unread ? 'unread' : 'all';

export const conversationWanted = createAction<{ source: 'user' | 'performer'; sourceId: string }>(
  'message/conversationWanted',
);
export const olderRequested = createAction<{ conversationId: string }>('message/olderRequested');
export const gapFound = createAction<{ conversationId: string }>('message/gapFound');
export const conversationRead = createAction<{ conversationId: string }>('message/conversationRead');
export const messageDeleteRequested = createAction<{ messageId: string }>('message/deleteRequested');
export const attachmentPicked = createAction<{ conversationId: string; attachment: Attachment; file: File }>(
  'message/attachmentPicked',
);
export const typed = createAction<{ conversationId: string }>('message/typed');

const initialState: MessageState = {
  conversations: {},
  lists: {},
  messages: {},
  threads: {},
  outgoing: [],
  attachments: {},
  typing: {},
  seen: {},
  activeId: null,
  opening: { status: 'idle', error: null },
};

const emptyThread: Thread = {
  ids: [],
  total: 0,
  status: 'pending',
  error: null,
  isLoadingOlder: false,
  firstUnreadId: null,
};

/** Puts messages in the server's order, each once. */
function merge(state: MessageState, conversationId: string, added: readonly Message[]): void {
  const thread = (state.threads[conversationId] ??= { ...emptyThread, ids: [] });
  for (const message of added) state.messages[message._id] = message;
  markSeen(state, conversationId, added);
  const ids = [...new Set([...thread.ids, ...added.map((message) => message._id)])];
  thread.ids = ids.sort((a, b) => compareMessages(state.messages[a], state.messages[b]));
  const arrived = new Set(added.flatMap((message) => message.clientId ?? []));
  state.outgoing = state.outgoing.filter((outgoing) => !arrived.has(outgoing.clientId));
}

/** Lays the reader's mark on what others wrote up to it. */
function markSeen(state: MessageState, conversationId: string, within: readonly { _id: string }[]): void {
  const mark = state.seen[conversationId];
  if (!mark) return;
  for (const { _id } of within) {
    const message = state.messages[_id];
    if (!message || message.senderId === mark.userId || message.seenAt) continue;
    if ((message.sequence ?? Infinity) <= mark.sequence) message.seenAt = mark.seenAt;
  }
}

/** What was known may end long before the newest page begins: the older ones are then fetched anew on the way up. */
function forgetBeforeGap(state: MessageState, conversationId: string, page: readonly Message[]): void {
  const thread = state.threads[conversationId];
  const first = page.toSorted(compareMessages)[0];
  const lastKnown = state.messages[thread?.ids.at(-1) ?? ''];
  if (thread && lastKnown && hasGap(lastKnown, first)) thread.ids = [];
}

export const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    listRequested(state, { payload }: PayloadAction<{ q?: string; unread?: boolean; more?: boolean }>) {
      const key = listFilterKey(payload);
      const before = state.lists[key];
      state.lists[key] = before
        ? { ...before, status: 'pending', error: null }
        : { ids: [], total: 0, status: 'pending', error: null };
    },
    listLoaded(
      state,
      { payload }: PayloadAction<{ key: string; conversations: Conversation[]; total: number; isMore: boolean }>,
    ) {
      const { key, conversations, total, isMore } = payload;
      for (const conversation of conversations) state.conversations[conversation._id] = conversation;
      const ids = conversations.map((conversation) => conversation._id);
      const before = isMore ? (state.lists[key]?.ids ?? []) : [];
      state.lists[key] = { ids: [...new Set([...before, ...ids])], total, status: 'ready', error: null };
    },
    listFailed(state, { payload }: PayloadAction<{ key: string; error: ApiFailure }>) {
      const list = state.lists[payload.key];
      if (list) Object.assign(list, { status: 'failed', error: payload.error });
    },
    conversationOpened(state, { payload }: PayloadAction<{ conversationId: string }>) {
      state.activeId = payload.conversationId;
      state.opening = { status: 'idle', error: null };
      const before = state.threads[payload.conversationId];
      state.threads[payload.conversationId] = {
        ...(before ?? emptyThread),
        status: 'pending',
        error: null,
        firstUnreadId: null,
      };
    },
    conversationClosed(state) {
      state.activeId = null;
      state.opening = { status: 'idle', error: null };
    },
    openingStarted(state) {
      state.opening = { status: 'pending', error: null };
    },
    openingFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.opening = { status: 'failed', error: payload };
    },
    conversationLoaded(state, { payload }: PayloadAction<Conversation>) {
      const before = state.conversations[payload._id];
      // Some replies do not look people up: keep who it is with.
      state.conversations[payload._id] = { ...payload, recipientInfo: payload.recipientInfo ?? before?.recipientInfo };
      const all = state.lists['all'];
      if (all && !all.ids.includes(payload._id)) all.ids.unshift(payload._id);
    },
    threadLoaded(
      state,
      { payload }: PayloadAction<{ conversationId: string; messages: Message[]; total: number; unread: number }>,
    ) {
      const { conversationId, messages, total, unread } = payload;
      forgetBeforeGap(state, conversationId, messages);
      merge(state, conversationId, messages);
      const thread = state.threads[conversationId];
      if (!thread) return;
      Object.assign(thread, { status: 'ready', error: null, total: Math.max(total, thread.ids.length) });
      if (unread > 0 && unread <= thread.ids.length)
        thread.firstUnreadId = thread.ids[thread.ids.length - unread] ?? null;
    },
    threadFailed(state, { payload }: PayloadAction<{ conversationId: string; error: ApiFailure }>) {
      const thread = state.threads[payload.conversationId];
      if (thread) Object.assign(thread, { status: 'failed', error: payload.error, isLoadingOlder: false });
    },
    olderStarted(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const thread = state.threads[payload.conversationId];
      if (thread) thread.isLoadingOlder = true;
    },
    olderLoaded(state, { payload }: PayloadAction<{ conversationId: string; messages: Message[]; isAll: boolean }>) {
      merge(state, payload.conversationId, payload.messages);
      const thread = state.threads[payload.conversationId];
      if (!thread) return;
      thread.isLoadingOlder = false;
      if (payload.isAll) thread.total = thread.ids.length;
    },
    messagesMerged(state, { payload }: PayloadAction<{ conversationId: string; messages: Message[] }>) {
      merge(state, payload.conversationId, payload.messages);
    },
    messageReceived(state, { payload }: PayloadAction<Message>) {
      const { conversationId } = payload;
      const isNew = !state.messages[payload._id];
      // Kept even while the thread is not open, so that one told twice counts once.
      state.messages[payload._id] = payload;
      if (state.threads[conversationId]) {
        merge(state, conversationId, [payload]);
        const thread = state.threads[conversationId];
        if (isNew && thread) thread.total += 1;
      }
      const conversation = state.conversations[conversationId];
      if (!conversation || !isNew) return;
      conversation.lastMessage = previewOf(payload);
      conversation.lastSenderId = payload.senderId;
      conversation.lastMessageCreatedAt = payload.createdAt;
      if (payload.sequence !== undefined) conversation.lastSequence = payload.sequence;
      const isMine = conversation.recipientInfo?._id !== payload.senderId;
      if (!isMine && state.activeId !== conversationId) conversation.totalNotSeenMessages += 1;
      if (!isMine) state.typing[conversationId] = false;
      for (const list of Object.values(state.lists)) {
        if (list.ids.includes(conversationId))
          list.ids = [conversationId, ...list.ids.filter((id) => id !== conversationId)];
      }
    },
    messageUpdated(state, { payload }: PayloadAction<Message>) {
      if (!state.messages[payload._id]) return;
      state.messages[payload._id] = payload;
      markSeen(state, payload.conversationId, [payload]);
    },
    messageSeen(state, { payload }: PayloadAction<SeenMark>) {
      const { conversationId, userId, sequence } = payload;
      const conversation = state.conversations[conversationId];
      if (conversation && conversation.recipientInfo?._id !== userId) {
        // Read by this account, perhaps in another tab.
        if (sequence >= (conversation.lastSequence ?? 0)) conversation.totalNotSeenMessages = 0;
        return;
      }
      if ((state.seen[conversationId]?.sequence ?? -1) > sequence) return;
      state.seen[conversationId] = payload;
      const ids = state.threads[conversationId]?.ids ?? [];
      markSeen(
        state,
        conversationId,
        ids.map((_id) => ({ _id })),
      );
    },
    readStarted(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const conversation = state.conversations[payload.conversationId];
      if (conversation) conversation.totalNotSeenMessages = 0;
    },
    messageSent(
      state,
      {
        payload,
      }: PayloadAction<{
        clientId: string;
        conversationId: string;
        text: string;
        attachments: Attachment[];
        price: number | null;
      }>,
    ) {
      const known = state.outgoing.find((outgoing) => outgoing.clientId === payload.clientId);
      if (known) Object.assign(known, { status: 'sending', error: null });
      else {
        state.outgoing.push({ ...payload, status: 'sending', error: null });
        state.attachments[payload.conversationId] = [];
      }
    },
    sendFailed(state, { payload }: PayloadAction<{ clientId: string; error: ApiFailure }>) {
      const outgoing = state.outgoing.find((one) => one.clientId === payload.clientId);
      if (outgoing) Object.assign(outgoing, { status: 'failed', error: payload.error });
    },
    outgoingDropped(state, { payload }: PayloadAction<{ clientId: string }>) {
      state.outgoing = state.outgoing.filter((outgoing) => outgoing.clientId !== payload.clientId);
    },
    messageDeleted(state, { payload }: PayloadAction<{ messageId: string }>) {
      const message = state.messages[payload.messageId];
      if (!message) return;
      Object.assign(message, { isDeleted: true, text: '', files: [], fileIds: [] });
      const conversation = state.conversations[message.conversationId];
      const isLast = conversation?.lastMessageCreatedAt === message.createdAt;
      if (conversation && isLast) conversation.lastMessage = 'Message deleted';
    },
    attachmentChanged(state, { payload }: PayloadAction<{ conversationId: string; attachment: Attachment }>) {
      const { conversationId, attachment } = payload;
      const list = (state.attachments[conversationId] ??= []);
      const index = list.findIndex((one) => one.localId === attachment.localId);
      if (index < 0) list.push(attachment);
      else list[index] = attachment;
    },
    attachmentRemoved(state, { payload }: PayloadAction<{ conversationId: string; localId: string }>) {
      const list = state.attachments[payload.conversationId];
      if (list) state.attachments[payload.conversationId] = list.filter((one) => one.localId !== payload.localId);
    },
    typingChanged(state, { payload }: PayloadAction<{ conversationId: string; isTyping: boolean }>) {
      state.typing[payload.conversationId] = payload.isTyping;
    },
  },
});

export const {
  listRequested,
  listLoaded,
  listFailed,
  conversationOpened,
  conversationClosed,
  openingStarted,
  openingFailed,
  conversationLoaded,
  threadLoaded,
  threadFailed,
  olderStarted,
  olderLoaded,
  messagesMerged,
  messageReceived,
  messageUpdated,
  messageSeen,
  readStarted,
  messageSent,
  sendFailed,
  outgoingDropped,
  messageDeleted,
  attachmentChanged,
  attachmentRemoved,
  typingChanged,
} = messageSlice.actions;

export const selectConversation = (id: string) => (state: StoreState) => state.message.conversations[id];
export const selectConversations = (state: StoreState) => state.message.conversations;
export const selectConversationList = (key: string) => (state: StoreState) => state.message.lists[key];
export const selectThread = (id: string) => (state: StoreState) => state.message.threads[id];
export const selectMessages = (state: StoreState) => state.message.messages;
export const selectOutgoing = (state: StoreState) => state.message.outgoing;
export const selectOpening = (state: StoreState) => state.message.opening;
export const selectIsTyping = (id: string) => (state: StoreState) => state.message.typing[id] === true;
const noAttachments: Attachment[] = [];
export const selectAttachments = (id: string) => (state: StoreState) => state.message.attachments[id] ?? noAttachments;
