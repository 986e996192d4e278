import type { IncomingMessage } from 'node:http';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type { z } from 'zod';
import { clientEventSchemas } from '@contract/event-schemas';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';
import type { SlowDown } from '../http/connection/network-limits';
import type { Failures } from '../log/failures';
import type { Announcements } from '../redis/announcements';
import type { Redis } from '../redis/connect-redis';
import type { AccountSockets } from './account-sockets';
import type { createPresence } from './presence';
import type { RealtimeServer, SocketData } from './publish';
import type { SocketLimits } from './socket-limits';
import type { WatchOptions } from './watch-sockets';

type ClientEventSchemas = typeof clientEventSchemas;

export type ClientEvent = Exclude<keyof ClientEventSchemas, 'auth/login' | 'auth/logout'>;

export type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

export interface Connection {
  /** Also the name of the room that contains only this socket. */
  id: string;
  /** Null for a guest. */
  readonly actor: Actor | null;
  /** Two letters; null if unknown. */
  country: string | null;
  rooms: ReadonlySet<string>;
  join(room: string): Promise<void>;
  leave(room: string): Promise<void>;
  /** Call it before querying by an id that may not exist. @returns false beyond the budget; then do not query */
  takeQueryPoints(): boolean;
}

/** Handles a client's event. `actor` is null for a guest; the payload has been validated. */
export type SocketHandler<E extends ClientEvent> = (event: {
  actor: Actor | null;
  connection: Connection;
  payload: z.output<ClientEventSchemas[E]>;
}) => Promise<void> | void;

export interface SocketHandlers {
  on: { [E in ClientEvent]?: SocketHandler<E> };
  /** @param actor the account as which the socket was logged in */
  onDisconnect(connection: Connection, actor: Actor | null): Promise<void>;
  /** Called when an account's first socket connects, and when its last one disconnects. */
  onPresence(accountId: string, isOnline: boolean): Promise<void>;
  /** Called once a minute with the accounts that have sockets in this process. */
  onAlive(accountIds: string[]): Promise<void>;
}

export interface SocketServerOptions extends Pick<
  WatchOptions,
  'listOpenSessions' | 'isClosedTo' | 'findLostMembers' | 'onMembersRemoved'
> {
  isAllowedOrigin(origin: string | undefined): boolean;
  /** @throws AppError for an address that sent too many unknown tokens */
  findActor(token: string, address: string): Promise<Actor | null>;
  getAddress(request: IncomingMessage): string;
  /** Two letters; null if unknown. */
  findCountry(request: IncomingMessage): Promise<string | null> | string | null;
  handlers: SocketHandlers;
  /** Null if there is only this process. */
  redis: Redis | null;
  announcements: Announcements;
  failures: Failures;
  slowDown: SlowDown;
  isLimited: boolean;
}

export interface Sockets extends SocketServerOptions {
  io: RealtimeServer;
  limits: SocketLimits;
  accountSockets: AccountSockets;
  presence: ReturnType<typeof createPresence>;
  running: Set<Promise<void>>;
}

export const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientEventSchemas, event);
