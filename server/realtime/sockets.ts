import type { IncomingMessage } from 'node:http';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type { z } from 'zod';
import { clientEventSchemas } from '@contract/event-schemas';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';
import type { SlowDown } from '../http/connection/network-limits';
import type { Failures } from '../log/failures';
import type { createPresence } from './presence';
import type { RealtimeServer, SocketData } from './publish';
import type { SocketLimits } from './socket-limits';
import type { WatchOptions } from './watch-sockets';

type ClientEventSchemas = typeof clientEventSchemas;

export type ClientEvent = Exclude<keyof ClientEventSchemas, 'auth/login' | 'auth/logout'>;

export type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** One socket, as modules can use it. */
export interface Connection {
  /** Names the room that contains only this socket. */
  id: string;
  /** Logged in at this moment; null for a guest. */
  readonly actor: Actor | null;
  /** Two letters; null when unknown. */
  country: string | null;
  rooms: ReadonlySet<string>;
  join(room: string): Promise<void>;
  leave(room: string): Promise<void>;
  /** For a query by an id that may not exist. @returns false when the budget is used up and the query must not be made */
  takeQueryPoints(): boolean;
}

/** Handles a client's event. `actor` is null for a guest; the payload is valid by the contract. */
export type SocketHandler<E extends ClientEvent> = (event: {
  actor: Actor | null;
  connection: Connection;
  payload: z.output<ClientEventSchemas[E]>;
}) => Promise<void> | void;

export interface SocketHandlers {
  on: { [E in ClientEvent]?: SocketHandler<E> };
  /** After a socket has disconnected, with the account that it was logged in as. */
  onDisconnect(connection: Connection, actor: Actor | null): Promise<void>;
  /** After the first socket of an account has connected, or the last one has disconnected. */
  onPresence(accountId: string, isOnline: boolean): Promise<void>;
  /** Once a minute: these accounts have sockets in this process. */
  onAlive(accountIds: string[]): Promise<void>;
}

export interface SocketServerOptions extends Pick<
  WatchOptions,
  'listOpenSessions' | 'isClosedTo' | 'findLostMembers' | 'onMembersRemoved'
> {
  /** Whether pages of an origin can connect; undefined for programs that are no browser. */
  isAllowedOrigin(origin: string | undefined): boolean;
  /** @throws AppError for an address that sends too many unknown tokens */
  findActor(token: string, address: string): Promise<Actor | null>;
  getAddress(request: IncomingMessage): string;
  /** Two letters; null when unknown. */
  findCountry(request: IncomingMessage): Promise<string | null> | string | null;
  handlers: SocketHandlers;
  failures: Failures;
  slowDown: SlowDown;
  /** Whether sockets and events of accounts and networks are limited. */
  isLimited: boolean;
}

/** Dependencies of everything that handles sockets. */
export interface Sockets extends SocketServerOptions {
  io: RealtimeServer;
  limits: SocketLimits;
  presence: ReturnType<typeof createPresence>;
  /** Events whose handling has not ended. */
  running: Set<Promise<void>>;
}

export const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientEventSchemas, event);
