import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { PagedList, PagedLists } from '@/store/paged-list';
import { createSelector } from '@reduxjs/toolkit';
import { selectHasExtension } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { Payee } from '@/store/intents';
import { getPersonName } from '@/lib/person-name';

/** Which conversations the list shows; it stands in the address. */
export interface InboxFilter {
  /** Words to look for in names and texts. */
  q?: string;
  show?: 'unread' | 'subscribers';
}

export type Conversation = EndpointData<'getConversation'>;
export type Message = EndpointData<'sendMessage'>;
/** A message that a search found, with who its conversation is with. */
export type MessageHit = EndpointData<'searchMessages'>['data'][number];

export interface TextQuery {
  q: string;
  offset?: undefined;
}

/** How far somebody has read a conversation. */
export interface SeenMark {
  conversationId: string;
  /** The reader. */
  userId: string;
  sequence: number;
  seenAt: string;
}

/** A part of a conversation without holes: to its end, or around a message that was searched for. */
export interface Thread {
  /** Oldest first. */
  ids: string[];
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  /** The pages before and after. */
  older: EdgeStatus;
  newer: EdgeStatus;
  reachesStart: boolean;
  reachesEnd: boolean;
  /** Messages of others that came while a part further up is shown. */
  waiting: number;
  /** The first message that was unread when it came into view: the "New" line stands before it. */
  newFromId: string | null;
  /** What stands after the "New" line was read: the next one that nobody looks at moves the line. */
  isNewRead: boolean;
}

export type EdgeStatus = 'idle' | 'pending' | 'failed';

/** A message on its way, or one that did not get through; kept until it is sent or thrown away. */
export interface Outgoing {
  clientId: string;
  conversationId: string;
  text: string;
  attachments: Attachment[];
  price: number | null;
  /** Milliseconds since 1970 when it was first sent; kept messages of older versions have none. */
  sentAt?: number;
  /** `waiting`: there is no connection; it goes out by itself when there is. */
  status: 'sending' | 'waiting' | 'failed';
  error: ApiFailure | null;
}

/** A message to send; the same one again tries a failed one once more. */
export type Sent = Pick<Outgoing, 'clientId' | 'conversationId' | 'text' | 'attachments' | 'price' | 'sentAt'>;

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
  /** Only where sending it once more may help. */
  canRetry?: boolean;
  /** A picture of it in this browser. */
  previewUrl: string | null;
}

export interface MessageState {
  conversations: Record<string, Conversation>;
  /** By `getListKey`. */
  lists: PagedLists<InboxFilter>;
  /** What the last search of texts found. */
  search: PagedList<MessageHit, TextQuery>;
  messages: Record<string, Message>;
  threads: Record<string, Thread>;
  outgoing: Outgoing[];
  attachments: Record<string, Attachment[]>;
  /** Texts that are being written, by conversation. */
  drafts: Record<string, string>;
  /** What they cost, as typed; null or absent for what costs nothing. */
  prices: Record<string, string | null>;
  /** Whose unsent texts and messages were read from this browser: before that nothing is written over them. */
  getUnsent: string | null;
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

export const selectConversation = (id: string) => (state: StoreState) => state.message.conversations[id];
export const selectConversations = (state: StoreState) => state.message.conversations;
export const selectThread = (id: string) => (state: StoreState) => state.message.threads[id];
export const selectMessages = (state: StoreState) => state.message.messages;
/** Whether files of a message can be sold: known, or seen, since backends that can give each message a price. Wire contract 3.18. */
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

/**
 * The other party as money sheets know people; somebody who deleted the account keeps a place, not a name. Who is not said
 * to be a creator may be one: older generations leave it out.
 */
export const getPayee = (person: Conversation['recipientInfo']): Payee => ({
  _id: person?._id ?? '',
  name: getPersonName(person, person?.isPerformer ? 'creator' : 'fan'),
  username: person?.username ?? '',
  avatar: person?.avatar ?? '',
});
