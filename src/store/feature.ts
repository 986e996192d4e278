import type { Action, Reducer } from '@reduxjs/toolkit';
import type { StoreState } from './state';

/** Turns what the server said into an action; null ignores it. The payload is as the wire contract says for the event. */
export type SocketEventHandler = (payload: never, eventName: string) => Action | null;

/** A part of the app that a page brings along: its state, its sagas, what it hears from the socket. */
export interface Feature {
  name: keyof StoreState;
  reducer: Reducer;
  /** Belongs to the site, the screen or whoever is about to get in: a session that ends stops nothing of it and forgets nothing. */
  outlivesSession?: boolean;
  saga?: () => Generator;
  /** What a page that is only made, on the server, does not need: what its reader does, what the socket tells, what is stored here. */
  browserSaga?: () => Generator;
  /** Handlers by event name; a name that ends in `*` matches what begins with it. */
  socket?: Record<string, SocketEventHandler>;
  /** What to fetch once the socket is open for the first time: it may have come after the page was made, and before. */
  catchUp?: (state: StoreState) => Action[];
  /** What to fetch again after a reconnect, to fill the gap. */
  resync?: (state: StoreState) => Action[];
}
