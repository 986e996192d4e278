import type { z } from 'zod';
import type { clientEventSchemas, roomEventSchemas, serverEventSchemas } from './event-schemas';

/**
 * Socket events in both directions, as generics of socket.io and socket.io-client: `new Server<ClientToServerEvents,
 * ServerToClientEvents>()`, `Socket<ServerToClientEvents, ClientToServerEvents>`. Types only; the server takes validators from
 * `event-schemas`.
 */

type Listener<S extends z.ZodType> = z.output<S> extends undefined ? () => void : (payload: z.output<S>) => void;

type RoomEventPrefix = keyof typeof roomEventSchemas;

/** Our server acknowledges `auth/login`, which tells the client when events for the account begin. */
export type ClientToServerEvents = {
  [E in Exclude<keyof typeof clientEventSchemas, 'auth/login'>]: (
    payload: z.input<(typeof clientEventSchemas)[E]>,
  ) => void;
} & { 'auth/login': (payload: { token: string }, acknowledge?: (reply: { ok: boolean }) => void) => void };

export type ServerToClientEvents = {
  [E in keyof typeof serverEventSchemas]: Listener<(typeof serverEventSchemas)[E]>;
} & { [P in RoomEventPrefix as `${P}_${string}`]: Listener<(typeof roomEventSchemas)[P]> };
