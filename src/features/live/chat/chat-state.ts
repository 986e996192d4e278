import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type ChatMessage = EndpointData<'sendStreamMessage'>;

/** A message of one's own that is on its way, or was refused; kept until it is there or thrown away. */
export interface OutgoingLine {
  clientId: string;
  conversationId: string;
  senderId: string;
  text: string;
  status: 'sending' | 'failed';
  error: ApiFailure | null;
}

export interface Chat {
  /** Oldest first. */
  messages: ChatMessage[];
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  older: 'idle' | 'pending' | 'failed';
  /** Nothing stands before what is here. */
  reachesStart: boolean;
  /** Milliseconds since 1970 when the reader's last message was taken: slow mode counts from there. */
  lastSentAt: number | null;
  /** Lines of the show itself so far: backends of the family give all of them one id. */
  systemLines: number;
}

/** Which calls a chat is read by: that of a public show is open to guests, the others have members. */
export interface ChatPlace {
  conversationId: string;
  isPublic: boolean;
}

export interface ChatState {
  chats: Record<string, Chat>;
  outgoing: OutgoingLine[];
  /** The chat on screen now. */
  open: ChatPlace | null;
  drafts: Record<string, string>;
}

declare module '@/store/state' {
  interface StoreState {
    liveChat: ChatState;
  }
}

export const selectChat = (conversationId: string) => (state: StoreState) => state.liveChat.chats[conversationId];
export const selectOutgoingLines = (state: StoreState) => state.liveChat.outgoing;
export const selectOpenChat = (state: StoreState) => state.liveChat.open;
export const selectChatDraft = (conversationId: string) => (state: StoreState) =>
  state.liveChat.drafts[conversationId] ?? '';
