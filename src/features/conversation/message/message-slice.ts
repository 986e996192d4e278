import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { messageRoutes } from '@contract/conversation/message-routes';
import { limits } from '@contract/base/limits';
import type { ApiFailure } from '@/services/api-error';
import { callSearch } from '@/store/call-search';
import { createPagedList, createPagedLists, withoutRows, type ListPage } from '@/store/paged-list';
import { getListKey, loadConversations, filterListed } from './inbox-filter';
import type { InboxFilter } from './message-state';
import * as rules from './message-rules';
import type {
  Attachment,
  Conversation,
  Message,
  MessageHit,
  MessageState,
  Outgoing,
  SeenMark,
  TextQuery,
} from './message-state';

/** Specification 8. */
export const LOADING_FAILED_TEXT = 'Error occurred, please try again later';

export const conversationRequested = createAction<{ source: 'user' | 'performer'; sourceId: string }>(
  'message/conversationRequested',
);
/** To silence a conversation or close it to the other party, or to take that back. */
export const threadSettingsRequested = createAction<{
  conversationId: string;
  change: { isMuted?: boolean; isClosed?: boolean };
}>('message/threadSettingsRequested');
/** The page of messages is in view: what is kept in this browser is needed. */
export const inboxShown = createAction('message/inboxShown');
/** A creator unblocks the fan of a conversation. */
export const unblockRequested = createAction<{ conversationId: string; userId: string }>('message/unblockRequested');
export const gapDetected = createAction<{ conversationId: string }>('message/gapDetected');
export const conversationViewed = createAction<{ conversationId: string }>('message/conversationViewed');
export const messageDeleteRequested = createAction<{ messageId: string }>('message/deleteRequested');
export const attachmentPicked = createAction<{ conversationId: string; attachment: Attachment; file: File }>(
  'message/attachmentPicked',
);
export const attachmentRetried = createAction<{ localId: string }>('message/attachmentRetried');
export const keyTyped = createAction<{ conversationId: string }>('message/keyTyped');
/** The link of a file ran out. */
export const fileLinkExpired = createAction<{ messageId: string; fileId: string }>('message/fileLinkExpired');
/** A video or audio file that is still being processed is in view. */
export const processingFileViewed = createAction<{ messageId: string; fileId: string }>('message/processingFileViewed');

/** Conversations by what narrows them. Fetched anew, the first page takes its place before the others that are here. */
export const conversationLists = createPagedLists<Conversation, InboxFilter>({
  name: 'message/list',
  select: (state) => state.message.lists,
  getKey: getListKey,
  rowKey: ({ _id }) => _id,
  limit: limits.messagePage,
  joinFirst: (page, before, total) => (page.length < total ? [...page, ...before] : page),
  load: (filter, place, { rows }): Generator<unknown, ListPage<Conversation>> =>
    loadConversations(filter, place, rows, [messageReceived.type]),
});

/** Messages that match the last query. A backend without text search answers 404: people are still found. */
export const messageSearch = createPagedList<MessageHit, TextQuery>({
  name: 'message/texts',
  select: (state) => state.message.search,
  limit: limits.messagePage,
  load: ({ q }, place) => callSearch(messageRoutes.searchMessages, { query: { q, ...place } }),
});

const initialState: MessageState = {
  conversations: {},
  lists: {},
  search: messageSearch.initialState,
  messages: {},
  threads: {},
  outgoing: [],
  attachments: {},
  drafts: {},
  prices: {},
  getUnsent: null,
  typing: {},
  seen: {},
  activeId: null,
  opening: { status: 'idle', error: null },
};

/** What is sent: the same again tries a failed one once more. */
export type Sent = Pick<Outgoing, 'clientId' | 'conversationId' | 'text' | 'attachments' | 'price' | 'sentAt'>;

/** Either end of what is here of a conversation. */
interface Edge {
  conversationId: string;
  edge: 'older' | 'newer';
}

const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    /** @param payload.at sequence of the message to show; the first unread one, or the end, when left out. */
    conversationOpened(state, { payload }: PayloadAction<{ conversationId: string; at?: number }>) {
      const { conversationId } = payload;
      state.activeId = conversationId;
      state.opening = { status: 'idle', error: null };
      const thread = (state.threads[conversationId] ??= rules.createThread());
      Object.assign(thread, { status: 'pending', error: null, newFromId: null });
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
      rules.insertByTime(state, 'all', payload);
    },
    /** A page to open a conversation with. `isNewest`: nothing comes after it. `total` of the whole conversation. */
    threadLoaded(
      state,
      { payload }: PayloadAction<{ conversationId: string; messages: Message[]; isNewest: boolean; total: number }>,
    ) {
      const { conversationId, messages, isNewest, total } = payload;
      rules.clearIfDisconnected(state, conversationId, messages);
      const wasEmpty = !state.threads[conversationId]?.ids.length;
      const thread = rules.mergeMessages(state, conversationId, messages);
      Object.assign(thread, { status: 'ready', error: null, older: 'idle', newer: 'idle' });
      if (isNewest) Object.assign(thread, { reachesEnd: true, waiting: 0 });
      else if (wasEmpty) thread.reachesEnd = false;
      if (isNewest && thread.ids.length >= total) thread.reachesStart = true;
      const conversation = state.conversations[conversationId];
      const unread =
        conversation &&
        rules.findFirstUnread(
          thread.ids.map((id) => state.messages[id]),
          conversation,
        );
      if (unread) Object.assign(thread, { newFromId: unread, isNewRead: false });
    },
    threadFailed(state, { payload }: PayloadAction<{ conversationId: string; error: ApiFailure }>) {
      const thread = state.threads[payload.conversationId];
      if (thread) Object.assign(thread, { status: 'failed', error: payload.error });
    },
    /** The newest messages are wanted while a part further up is shown. */
    latestRequested(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const thread = state.threads[payload.conversationId];
      if (thread) thread.newer = 'pending';
    },
    edgeRequested(state, { payload }: PayloadAction<Edge>) {
      const thread = state.threads[payload.conversationId];
      if (thread) thread[payload.edge] = 'pending';
    },
    /** A page before or after what is here; `isLast`: that way there is nothing more. */
    edgeLoaded(state, { payload }: PayloadAction<Edge & { messages: Message[]; isLast: boolean }>) {
      const { conversationId, edge, messages, isLast } = payload;
      const thread = rules.mergeMessages(state, conversationId, messages);
      thread[edge] = 'idle';
      if (!isLast) return;
      if (edge === 'older') thread.reachesStart = true;
      else Object.assign(thread, { reachesEnd: true, waiting: 0 });
    },
    edgeFailed(state, { payload }: PayloadAction<Edge>) {
      const thread = state.threads[payload.conversationId];
      if (thread) thread[payload.edge] = 'failed';
    },
    messagesMerged(state, { payload }: PayloadAction<{ conversationId: string; messages: Message[] }>) {
      rules.mergeMessages(state, payload.conversationId, payload.messages);
    },
    messageReceived(state, { payload }: PayloadAction<Message>) {
      const { conversationId } = payload;
      const thread = state.threads[conversationId];
      const isNew = !state.messages[payload._id];
      // Kept even while the thread is not open, so that one told twice counts once.
      if (thread?.reachesEnd) rules.mergeMessages(state, conversationId, [payload]);
      else rules.storeMessages(state, conversationId, [payload]);
      if (!isNew) return;
      const isTheirs = state.conversations[conversationId]?.recipientInfo?._id === payload.senderId;
      if (thread && !thread.reachesEnd && isTheirs) thread.waiting += 1;
      rules.applyNewestMessage(state, payload, state.activeId === conversationId);
    },
    /** A message came while nobody looked at the conversation that is open. */
    messageArrivedUnseen(state, { payload: { messageId } }: PayloadAction<{ messageId: string }>) {
      const { conversationId } = state.messages[messageId] ?? { conversationId: '' };
      const thread = state.threads[conversationId];
      const conversation = state.conversations[conversationId];
      if (conversation) conversation.totalNotSeenMessages += 1;
      if (thread?.isNewRead) Object.assign(thread, { newFromId: messageId, isNewRead: false });
    },
    messageUpdated(state, { payload }: PayloadAction<Message>) {
      if (!state.messages[payload._id]) return;
      state.messages[payload._id] = payload;
      rules.markSeen(state, payload.conversationId, [payload._id]);
    },
    messageSeen(state, { payload }: PayloadAction<SeenMark>) {
      rules.applySeenMark(state, payload);
    },
    readStarted(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const conversation = state.conversations[payload.conversationId];
      const thread = state.threads[payload.conversationId];
      if (thread) thread.isNewRead = true;
      if (!conversation) return;
      conversation.totalNotSeenMessages = 0;
      if (conversation.lastSequence !== undefined) conversation.lastSeenSequence = conversation.lastSequence;
    },
    messageSent(state, { payload }: PayloadAction<Sent>) {
      const known = state.outgoing.find((outgoing) => outgoing.clientId === payload.clientId);
      const status = state.outgoing.some((outgoing) => outgoing.status === 'waiting') ? 'waiting' : 'sending';
      if (known) Object.assign(known, { status, error: null });
      else {
        state.outgoing.push({ ...payload, status, error: null });
        // What did not go up did not go with it either: it can still be tried again.
        const files = state.attachments[payload.conversationId] ?? [];
        state.attachments[payload.conversationId] = files.filter(({ status }) => status === 'failed');
        delete state.drafts[payload.conversationId];
        delete state.prices[payload.conversationId];
      }
    },
    /** There is no connection: what is on its way waits in line. */
    sendDelayed(state) {
      for (const outgoing of state.outgoing) if (outgoing.status === 'sending') outgoing.status = 'waiting';
    },
    sendResumed(state) {
      for (const outgoing of state.outgoing) if (outgoing.status === 'waiting') outgoing.status = 'sending';
    },
    sendFailed(state, { payload }: PayloadAction<{ clientId: string; error: ApiFailure }>) {
      const outgoing = state.outgoing.find((one) => one.clientId === payload.clientId);
      if (outgoing) Object.assign(outgoing, { status: 'failed', error: payload.error });
    },
    outgoingDiscarded(state, { payload }: PayloadAction<{ clientId: string }>) {
      state.outgoing = state.outgoing.filter((outgoing) => outgoing.clientId !== payload.clientId);
    },
    messageDeleted(state, { payload }: PayloadAction<{ messageId: string }>) {
      const message = state.messages[payload.messageId];
      state.search = withoutRows(state.search, (hit: MessageHit) => hit._id === payload.messageId);
      if (!message) return;
      Object.assign(message, { isDeleted: true, text: '', files: [], fileIds: [] });
      const conversation = state.conversations[message.conversationId];
      const isLast = conversation?.lastMessageCreatedAt === message.createdAt;
      if (conversation && isLast) conversation.lastMessage = 'Message deleted';
    },
    fileChanged(state, { payload }: PayloadAction<{ messageId: string; file: Message['files'][number] }>) {
      const message = state.messages[payload.messageId];
      if (!message) return;
      message.files = message.files.map((file) => (file._id === payload.file._id ? payload.file : file));
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
    draftChanged(state, { payload }: PayloadAction<{ conversationId: string; text: string }>) {
      if (payload.text === '') delete state.drafts[payload.conversationId];
      else state.drafts[payload.conversationId] = payload.text;
    },
    priceChanged(state, { payload }: PayloadAction<{ conversationId: string; price: string | null }>) {
      state.prices[payload.conversationId] = payload.price;
    },
    /** What an earlier visit left unsent; what is being written now goes before it. */
    unsentRestored(
      state,
      {
        payload,
      }: PayloadAction<{
        userId: string;
        drafts: Record<string, string>;
        prices: Record<string, string>;
        outgoing: Outgoing[];
      }>,
    ) {
      state.getUnsent = payload.userId;
      state.drafts = { ...payload.drafts, ...state.drafts };
      state.prices = { ...payload.prices, ...state.prices };
      const known = new Set(state.outgoing.map((one) => one.clientId));
      state.outgoing.unshift(...payload.outgoing.filter((one) => !known.has(one.clientId)));
    },
    presenceChanged(state, { payload }: PayloadAction<{ userId: string; isOnline: boolean }>) {
      for (const { recipientInfo } of Object.values(state.conversations)) {
        if (recipientInfo?._id === payload.userId) recipientInfo.isOnline = payload.isOnline;
      }
    },
    typingChanged(state, { payload }: PayloadAction<{ conversationId: string; isTyping: boolean }>) {
      state.typing[payload.conversationId] = payload.isTyping;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(messageSearch.isOwnAction, (state, action) => {
      state.search = messageSearch.reducer(state.search, action);
    });
    builder.addMatcher(conversationLists.isOwnAction, (state, action) => {
      conversationLists.apply(state.lists, action);
      const list = state.lists[action.meta.list];
      if (!list || !conversationLists.loaded.match(action)) return;
      for (const conversation of action.payload.data) state.conversations[conversation._id] = conversation;
      // Of pages that are here already nothing is asked for again.
      list.read = list.rows.length;
      list.total += list.read - filterListed(list.rows, list.query, state.conversations).length;
    });
  },
});

export const messageReducer = messageSlice.reducer;
export const {
  conversationOpened,
  conversationClosed,
  openingStarted,
  openingFailed,
  conversationLoaded,
  threadLoaded,
  threadFailed,
  latestRequested,
  edgeRequested,
  edgeLoaded,
  edgeFailed,
  messagesMerged,
  messageReceived,
  messageArrivedUnseen,
  messageUpdated,
  messageSeen,
  readStarted,
  messageSent,
  sendDelayed,
  sendResumed,
  sendFailed,
  outgoingDiscarded,
  messageDeleted,
  fileChanged,
  attachmentChanged,
  attachmentRemoved,
  draftChanged,
  priceChanged,
  unsentRestored,
  presenceChanged,
  typingChanged,
} = messageSlice.actions;
