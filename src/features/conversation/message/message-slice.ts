import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { messageRoutes } from '@contract/conversation/message-routes';
import { limits } from '@contract/base/limits';
import type { ApiFailure } from '@/services/api-error';
import { callSearch } from '@/store/call-search';
import { createPagedList, createPagedLists, withoutRows, type ListPage } from '@/store/paged-list';
import { getListKey, loadConversations, filterListed } from './inbox-filter';
import * as rules from './message-rules';
import type {
  Attachment,
  Conversation,
  InboxFilter,
  Message,
  MessageHit,
  MessageState,
  SeenMark,
  TextQuery,
} from './message-state';
import { threadReducers } from './thread-reducers';
import { unsentReducers } from './unsent-reducers';

/** Text of specification 8. */
export const LOADING_FAILED_TEXT = 'Error occurred, please try again later';

export const conversationRequested = createAction<{ source: 'user' | 'performer'; sourceId: string }>(
  'message/conversationRequested',
);
export const threadSettingsRequested = createAction<{
  conversationId: string;
  change: { isMuted?: boolean; isClosed?: boolean };
}>('message/threadSettingsRequested');
export const inboxShown = createAction('message/inboxShown');
export const unblockRequested = createAction<{ conversationId: string; userId: string }>('message/unblockRequested');
export const gapDetected = createAction<{ conversationId: string }>('message/gapDetected');
export const conversationViewed = createAction<{ conversationId: string }>('message/conversationViewed');
export const messageDeleteRequested = createAction<{ messageId: string }>('message/deleteRequested');
export const attachmentPicked = createAction<{ conversationId: string; attachment: Attachment; file: File }>(
  'message/attachmentPicked',
);
export const attachmentRetried = createAction<{ localId: string }>('message/attachmentRetried');
export const keyTyped = createAction<{ conversationId: string }>('message/keyTyped');
export const fileLinkExpired = createAction<{ messageId: string; fileId: string }>('message/fileLinkExpired');
export const processingFileViewed = createAction<{ messageId: string; fileId: string }>('message/processingFileViewed');

/** One list per filter. A reloaded first page is merged with the loaded rows. */
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

/** If the backend has no text search, it replies 404, and only names are searched. */
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
  unsentUserId: null,
  typing: {},
  seen: {},
  activeId: null,
  opening: { status: 'idle', error: null },
};

const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    /** @param payload.at `sequence` of the message to show; by default the first unread message, or else the end. */
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
      rules.storeConversation(state, payload);
      rules.insertByTime(state, 'all', payload);
    },
    ...threadReducers,
    messageReceived(state, { payload }: PayloadAction<Message>) {
      const { conversationId } = payload;
      const thread = state.threads[conversationId];
      const isNew = !state.messages[payload._id];
      // Stored even if the thread is closed, so that a repeated event is not counted twice.
      if (thread?.reachesEnd) rules.mergeMessages(state, conversationId, [payload]);
      else rules.storeMessages(state, conversationId, [payload]);
      if (!isNew) return;
      const isTheirs = state.conversations[conversationId]?.recipientInfo?._id === payload.senderId;
      if (thread && !thread.reachesEnd && isTheirs) thread.waiting += 1;
      rules.applyNewestMessage(state, payload, state.activeId === conversationId);
    },
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
    ...unsentReducers,
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
      for (const conversation of action.payload.data) rules.storeConversation(state, conversation);
      // The next page continues after the loaded rows, instead of fetching them again.
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
