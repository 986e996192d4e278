import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import * as rules from './chat-rules';
import type { ChatMessage, ChatPlace, ChatState, OutgoingLine } from './chat-state';

export const lineDeleteRequested = createAction<{ message: ChatMessage }>('liveChat/lineDeleteRequested');
export const clearRequested = createAction<{ conversationId: string }>('liveChat/clearRequested');
export const newestRequested = createAction('liveChat/newestRequested');

const initialState: ChatState = { chats: {}, outgoing: [], open: null, drafts: {} };

interface Page {
  conversationId: string;
  messages: ChatMessage[];
}

const chatSlice = createSlice({
  name: 'liveChat',
  initialState,
  reducers: {
    chatOpened(state, { payload }: PayloadAction<ChatPlace>) {
      state.open = payload;
      const chat = (state.chats[payload.conversationId] ??= rules.createChat());
      chat.status = 'pending';
      chat.error = null;
    },
    chatClosed(state) {
      state.open = null;
    },
    newestLoaded(state, { payload }: PayloadAction<Page & { total: number }>) {
      const chat = (state.chats[payload.conversationId] ??= rules.createChat());
      rules.dropIfDisconnected(chat, payload.messages, payload.total);
      rules.mergeLines(chat, payload.messages);
      if (chat.messages.length >= payload.total) chat.reachesStart = true;
      chat.status = 'ready';
      chat.error = null;
      for (const message of payload.messages) rules.settleOutgoing(state, message);
    },
    chatFailed(state, { payload }: PayloadAction<{ conversationId: string; error: ApiFailure }>) {
      const chat = state.chats[payload.conversationId];
      if (!chat) return;
      // Lines that arrived meanwhile can be read, and older ones requested.
      if (chat.messages.length > 0) {
        chat.status = 'ready';
        return;
      }
      chat.status = 'failed';
      chat.error = payload.error;
    },
    olderRequested(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const chat = state.chats[payload.conversationId];
      if (chat) chat.older = 'pending';
    },
    /** @param payload.firstId the line that the page ends before */
    olderLoaded(state, { payload }: PayloadAction<Page & { isLast: boolean; firstId: string | undefined }>) {
      const chat = state.chats[payload.conversationId];
      if (!chat) return;
      chat.older = 'idle';
      // Meanwhile, lines were trimmed or the chat was cleared.
      if (rules.findFirstId(chat.messages) !== payload.firstId) return;
      rules.mergeLines(chat, payload.messages);
      chat.reachesStart = payload.isLast;
    },
    olderFailed(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const chat = state.chats[payload.conversationId];
      if (chat) chat.older = 'failed';
    },
    lineArrived(state, { payload }: PayloadAction<ChatMessage>) {
      const chat = state.chats[payload.conversationId];
      if (!chat) return;
      rules.mergeLines(chat, [payload]);
      rules.trimLines(chat);
      rules.settleOutgoing(state, payload);
    },
    lineDeleted(state, { payload }: PayloadAction<{ conversationId: string; messageId: string }>) {
      const chat = state.chats[payload.conversationId];
      const message = chat?.messages.find(({ _id }) => _id === payload.messageId);
      if (message) message.isDeleted = true;
    },
    chatCleared(state, { payload }: PayloadAction<{ conversationId: string }>) {
      const chat = state.chats[payload.conversationId];
      if (!chat) return;
      chat.messages = [];
      chat.reachesStart = true;
    },
    /** A failed line is retried with the same client id. */
    lineSent(state, { payload }: PayloadAction<Omit<OutgoingLine, 'status' | 'error'>>) {
      const others = state.outgoing.filter(({ clientId }) => clientId !== payload.clientId);
      state.outgoing = [...others, { ...payload, status: 'sending', error: null }];
    },
    lineAccepted(state, { payload }: PayloadAction<{ clientId: string; message: ChatMessage; sentAt: number }>) {
      const { message, clientId, sentAt } = payload;
      state.outgoing = state.outgoing.filter((line) => line.clientId !== clientId);
      const chat = state.chats[message.conversationId];
      if (!chat) return;
      rules.mergeLines(chat, [message]);
      chat.lastSentAt = sentAt;
    },
    lineFailed(state, { payload }: PayloadAction<{ clientId: string; error: ApiFailure }>) {
      const line = state.outgoing.find(({ clientId }) => clientId === payload.clientId);
      if (!line) return;
      line.status = 'failed';
      line.error = payload.error;
    },
    lineDiscarded(state, { payload }: PayloadAction<{ clientId: string }>) {
      state.outgoing = state.outgoing.filter(({ clientId }) => clientId !== payload.clientId);
    },
    draftChanged(state, { payload }: PayloadAction<{ conversationId: string; text: string }>) {
      state.drafts[payload.conversationId] = payload.text;
    },
  },
});

export const {
  chatOpened,
  chatClosed,
  newestLoaded,
  chatFailed,
  olderRequested,
  olderLoaded,
  olderFailed,
  lineArrived,
  lineDeleted,
  chatCleared,
  lineSent,
  lineAccepted,
  lineFailed,
  lineDiscarded,
  draftChanged,
} = chatSlice.actions;
export const chatReducer = chatSlice.reducer;
