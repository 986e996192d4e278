import type { PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import type { Attachment, MessageState, Outgoing, Sent } from './message-state';

export const unsentReducers = {
  messageSent(state: MessageState, { payload }: PayloadAction<Sent>) {
    const known = state.outgoing.find((outgoing) => outgoing.clientId === payload.clientId);
    const status = state.outgoing.some((outgoing) => outgoing.status === 'waiting') ? 'waiting' : 'sending';
    if (known) Object.assign(known, { status, error: null });
    else {
      state.outgoing.push({ ...payload, status, error: null });
      // Failed files were not sent with the message and can still be retried.
      const files = state.attachments[payload.conversationId] ?? [];
      state.attachments[payload.conversationId] = files.filter(({ status }) => status === 'failed');
      delete state.drafts[payload.conversationId];
      delete state.prices[payload.conversationId];
    }
  },
  sendDelayed(state: MessageState) {
    for (const outgoing of state.outgoing) if (outgoing.status === 'sending') outgoing.status = 'waiting';
  },
  sendResumed(state: MessageState) {
    for (const outgoing of state.outgoing) if (outgoing.status === 'waiting') outgoing.status = 'sending';
  },
  sendFailed(state: MessageState, { payload }: PayloadAction<{ clientId: string; error: ApiFailure }>) {
    const outgoing = state.outgoing.find((one) => one.clientId === payload.clientId);
    if (outgoing) Object.assign(outgoing, { status: 'failed', error: payload.error });
  },
  outgoingDiscarded(state: MessageState, { payload }: PayloadAction<{ clientId: string }>) {
    state.outgoing = state.outgoing.filter((outgoing) => outgoing.clientId !== payload.clientId);
  },
  attachmentChanged(
    state: MessageState,
    { payload }: PayloadAction<{ conversationId: string; attachment: Attachment }>,
  ) {
    const { conversationId, attachment } = payload;
    const list = (state.attachments[conversationId] ??= []);
    const index = list.findIndex((one) => one.localId === attachment.localId);
    if (index < 0) list.push(attachment);
    else list[index] = attachment;
  },
  attachmentRemoved(state: MessageState, { payload }: PayloadAction<{ conversationId: string; localId: string }>) {
    const list = state.attachments[payload.conversationId];
    if (list) state.attachments[payload.conversationId] = list.filter((one) => one.localId !== payload.localId);
  },
  draftChanged(state: MessageState, { payload }: PayloadAction<{ conversationId: string; text: string }>) {
    if (payload.text === '') delete state.drafts[payload.conversationId];
    else state.drafts[payload.conversationId] = payload.text;
  },
  priceChanged(state: MessageState, { payload }: PayloadAction<{ conversationId: string; price: string | null }>) {
    state.prices[payload.conversationId] = payload.price;
  },
  /** Restores messages of an earlier visit; text typed in the meantime takes precedence. */
  unsentRestored(
    state: MessageState,
    {
      payload,
    }: PayloadAction<{
      userId: string;
      drafts: Record<string, string>;
      prices: Record<string, string>;
      outgoing: Outgoing[];
    }>,
  ) {
    state.unsentUserId = payload.userId;
    state.drafts = { ...payload.drafts, ...state.drafts };
    state.prices = { ...payload.prices, ...state.prices };
    const known = new Set(state.outgoing.map((one) => one.clientId));
    state.outgoing.unshift(...payload.outgoing.filter((one) => !known.has(one.clientId)));
  },
};
