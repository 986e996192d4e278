import { createSelector } from '@reduxjs/toolkit';
import { selectCan } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { Attachment } from './message-types';

export const selectConversation = (id: string) => (state: StoreState) => state.message.conversations[id];
export const selectConversations = (state: StoreState) => state.message.conversations;
export const selectThread = (id: string) => (state: StoreState) => state.message.threads[id];
export const selectMessages = (state: StoreState) => state.message.messages;
/** Whether files of a message can be sold: known, or seen, since backends that can give each message a price. Wire contract 3.18. */
export const selectCanSell = createSelector(
  [selectCan('paidMessages'), selectMessages],
  (can, messages) => can || Object.values(messages).some(({ price }) => typeof price === 'number'),
);
export const selectOutgoing = (state: StoreState) => state.message.outgoing;
export const selectOpening = (state: StoreState) => state.message.opening;
export const selectIsTyping = (id: string) => (state: StoreState) => state.message.typing[id] === true;
export const selectDraft = (id: string) => (state: StoreState) => state.message.drafts[id] ?? '';
const noAttachments: Attachment[] = [];
export const selectAttachments = (id: string) => (state: StoreState) => state.message.attachments[id] ?? noAttachments;
