import type { PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import * as rules from './message-rules';
import type { Message, MessageState } from './message-state';

interface Edge {
  conversationId: string;
  edge: 'older' | 'newer';
}

export const threadReducers = {
  /** First page of an opened thread. `isNewest`: no message follows it. `total` counts all messages of the conversation. */
  threadLoaded(
    state: MessageState,
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
  threadFailed(state: MessageState, { payload }: PayloadAction<{ conversationId: string; error: ApiFailure }>) {
    const thread = state.threads[payload.conversationId];
    if (thread) Object.assign(thread, { status: 'failed', error: payload.error });
  },
  latestRequested(state: MessageState, { payload }: PayloadAction<{ conversationId: string }>) {
    const thread = state.threads[payload.conversationId];
    if (thread) thread.newer = 'pending';
  },
  edgeRequested(state: MessageState, { payload }: PayloadAction<Edge>) {
    const thread = state.threads[payload.conversationId];
    if (thread) thread[payload.edge] = 'pending';
  },
  /** `isLast`: no more pages follow in that direction. */
  edgeLoaded(state: MessageState, { payload }: PayloadAction<Edge & { messages: Message[]; isLast: boolean }>) {
    const { conversationId, edge, messages, isLast } = payload;
    const thread = rules.mergeMessages(state, conversationId, messages);
    thread[edge] = 'idle';
    if (!isLast) return;
    if (edge === 'older') thread.reachesStart = true;
    else Object.assign(thread, { reachesEnd: true, waiting: 0 });
  },
  edgeFailed(state: MessageState, { payload }: PayloadAction<Edge>) {
    const thread = state.threads[payload.conversationId];
    if (thread) thread[payload.edge] = 'failed';
  },
  messagesMerged(state: MessageState, { payload }: PayloadAction<{ conversationId: string; messages: Message[] }>) {
    rules.mergeMessages(state, payload.conversationId, payload.messages);
  },
};
