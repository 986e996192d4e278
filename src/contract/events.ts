import type { z } from 'zod';
import type { clientEventSchemas, roomEventSchemas, serverEventSchemas } from './event-schemas';

/**
 * Socket events in both directions, as the generics of socket.io and socket.io-client:
 * `new Server<ClientToServerEvents, ServerToClientEvents>()`, `Socket<ServerToClientEvents, ClientToServerEvents>`.
 * No validator comes along at run time; the server takes those from `event-schemas`.
 */

type Listener<S extends z.ZodType> = z.output<S> extends undefined ? () => void : (payload: z.output<S>) => void;

type RoomEventPrefix = keyof typeof roomEventSchemas;

/** `auth/login` may be acknowledged by ours, to tell the client when events for the account begin. */
export type ClientToServerEvents = {
  [E in Exclude<keyof typeof clientEventSchemas, 'auth/login'>]: (
    payload: z.input<(typeof clientEventSchemas)[E]>,
  ) => void;
} & { 'auth/login': (payload: { token: string }, acknowledge?: (reply: { ok: boolean }) => void) => void };

export type ServerToClientEvents = {
  [E in keyof typeof serverEventSchemas]: Listener<(typeof serverEventSchemas)[E]>;
} & { [P in RoomEventPrefix as `${P}_${string}`]: Listener<(typeof roomEventSchemas)[P]> };
