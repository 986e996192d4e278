import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { PagedList, PagedLists } from '@/store/paged-list';
import { createSelector } from '@reduxjs/toolkit';
import { selectHasExtension } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { Payee } from '@/store/intents';
import { getPersonName } from '@/lib/person-name';

export interface InboxFilter {
  q?: string;
  show?: 'unread' | 'subscribers';
}

export type Conversation = EndpointData<'getConversation'>;
export type Message = EndpointData<'sendMessage'>;
export type MessageHit = EndpointData<'searchMessages'>['data'][number];

export interface TextQuery {
  q: string;
  offset?: undefined;
}

export interface SeenMark {
  conversationId: string;
  userId: string;
  sequence: number;
  seenAt: string;
}

/** A part of a conversation without gaps: up to its end, or around a found message. */
export interface Thread {
  /** Oldest first. */
  ids: string[];
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  older: EdgeStatus;
  newer: EdgeStatus;
  reachesStart: boolean;
  reachesEnd: boolean;
  /** Number of messages from others that arrived while an older part is shown. */
  waiting: number;
  /** The first unread message when the thread was opened, below the "New" line. */
  newFromId: string | null;
  /** The messages below the "New" line have been read, so the next unread message moves the line. */
  isNewRead: boolean;
}

export type EdgeStatus = 'idle' | 'pending' | 'failed';

export interface Outgoing {
  clientId: string;
  conversationId: string;
  text: string;
  attachments: Attachment[];
  price: number | null;
  /** Time of the first attempt, in milliseconds since 1970; absent for messages saved by older versions. */
  sentAt?: number;
  /** `waiting`: offline; will be sent automatically after the reconnect. */
  status: 'sending' | 'waiting' | 'failed';
  error: ApiFailure | null;
}

/** A failed message is retried with the same client id. */
export type Sent = Pick<Outgoing, 'clientId' | 'conversationId' | 'text' | 'attachments' | 'price' | 'sentAt'>;

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
  /** Set only if another try may help. */
  canRetry?: boolean;
  previewUrl: string | null;
}

export interface MessageState {
  conversations: Record<string, Conversation>;
  /** Lists by `getListKey`. */
  lists: PagedLists<InboxFilter>;
  search: PagedList<MessageHit, TextQuery>;
  messages: Record<string, Message>;
  threads: Record<string, Thread>;
  outgoing: Outgoing[];
  attachments: Record<string, Attachment[]>;
  drafts: Record<string, string>;
  /** Prices as typed, by conversation; null or absent for a free message. */
  prices: Record<string, string | null>;
  /** The account whose unsent messages were restored; before that, nothing may overwrite them. */
  unsentUserId: string | null;
  typing: Record<string, boolean>;
  /** The other party's read marks, by conversation; a mark can arrive before its message. */
  seen: Record<string, SeenMark>;
  activeId: string | null;
  opening: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
}

declare module '@/store/state' {
  interface StoreState {
    message: MessageState;
  }
}

export const selectConversation = (id: string) => (state: StoreState) => state.message.conversations[id];
export const selectConversations = (state: StoreState) => state.message.conversations;
export const selectThread = (id: string) => (state: StoreState) => state.message.threads[id];
export const selectMessages = (state: StoreState) => state.message.messages;
/** True if the backend names the extension, or if a loaded message has a price. Wire contract 3.18. */
export const selectCanSell = createSelector(
  [selectHasExtension('paidMessages'), selectMessages],
  (can, messages) => can || Object.values(messages).some(({ price }) => typeof price === 'number'),
);
export const selectOutgoing = (state: StoreState) => state.message.outgoing;
export const selectOpening = (state: StoreState) => state.message.opening;
export const selectIsTyping = (id: string) => (state: StoreState) => state.message.typing[id] === true;
export const selectDraft = (id: string) => (state: StoreState) => state.message.drafts[id] ?? '';
export const selectPrice = (id: string) => (state: StoreState) => state.message.prices[id] ?? null;
const noAttachments: Attachment[] = [];
export const selectAttachments = (id: string) => (state: StoreState) => state.message.attachments[id] ?? noAttachments;

/** The other party, for the checkout; a deleted account only has an id. Older API variants do not say who is a creator. */
export const getPayee = (person: Conversation['recipientInfo']): Payee => ({
  _id: person?._id ?? '',
  name: getPersonName(person, person?.isPerformer ? 'creator' : 'fan'),
  username: person?.username ?? '',
  avatar: person?.avatar ?? '',
});
