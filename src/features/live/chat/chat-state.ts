import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type ChatMessage = EndpointData<'sendStreamMessage'>;

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
  reachesStart: boolean;
  /** When the viewer's last message was accepted, in milliseconds since 1970: slow mode counts from then. */
  lastSentAt: number | null;
  /** Number of system lines, which compatible backends send with the same id. */
  systemLines: number;
}

/** Guests can read the chat of a public show; the chats of other shows are for members. */
export interface ChatPlace {
  conversationId: string;
  isPublic: boolean;
}

export interface ChatState {
  chats: Record<string, Chat>;
  outgoing: OutgoingLine[];
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
