import type { Action, Reducer } from '@reduxjs/toolkit';
import type { StoreState } from './state';

/** Maps an event to an action; null ignores it. The wire contract defines each event's payload. */
export type SocketEventHandler = (payload: never, eventName: string) => Action | null;

export interface Feature {
  name: keyof StoreState;
  reducer: Reducer;
  /** True for state of the site, the screen or a login in progress: a logout neither stops nor resets it. */
  outlivesSession?: boolean;
  saga?: () => Generator;
  /** Not started during server rendering: handles user actions, socket events, browser storage. */
  browserSaga?: () => Generator;
  /** Handlers by event name; a trailing `*` matches any suffix. */
  socket?: Record<string, SocketEventHandler>;
  /** Actions to dispatch after the first connection, because events since the page was rendered were missed. */
  catchUp?: (state: StoreState) => Action[];
  resync?: (state: StoreState) => Action[];
}
