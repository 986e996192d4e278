import type { Server } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';

/** Data of one socket; `actor` is null for a guest. */
export interface SocketData {
  actor: Actor | null;
  /** Two letters; null when unknown. */
  country: string | null;
}

/** The socket server with the contract's events in both directions. */
export type RealtimeServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** Rooms of the socket server. Room names of streams are the family's. Wire contract 4.3. */
export const rooms = {
  account: (id: string) => `account:${id}`,
  session: (id: string) => `session:${id}`,
  /** Sockets from one country. */
  country: (code: string) => `country:${code}`,
  /** Sockets that watch the presence of an account. */
  presence: (id: string) => `presence:${id}`,
  conversation: (type: string, id: string) => `conversation-${type}-${id}`,
};

/** Rooms of the socket itself, independent of the account logged in. */
export const ownRooms = ({ id, data }: { id: string; data: SocketData }): ReadonlySet<string> =>
  new Set([id, ...(data.country === null ? [] : [rooms.country(data.country)])]);

/**
 * Sends an event of the contract to everybody in a room; a connection's id names the room it has alone. Call it only from
 * `tx.afterCommit`, so that events of rolled back changes are not sent.
 */
export type Publish = <E extends keyof ServerToClientEvents>(
  event: E,
  room: string,
  ...payload: Parameters<ServerToClientEvents[E]>
) => void;

export interface Publisher {
  publish: Publish;
  /** Publishes to all sockets except those from these countries. */
  publishOutside(countries: readonly string[]): Publish;
  /** Removes the sockets of one room from another, such as those of a fan from the rooms of a creator who blocked them. */
  evict(room: string, from: string): void;
  /** Ends every socket of a room, for sessions that were revoked. */
  disconnect(room: string): void;
  /** Until a socket server is attached, publishing has no effect. */
  attach(io: RealtimeServer): void;
}

export function createPublisher(): Publisher {
  let server: RealtimeServer | undefined;
  return {
    publish: (event, room, ...payload) => void server?.to(room).emit(event, ...payload),
    publishOutside:
      (countries) =>
      (event, room, ...payload) =>
        void server
          ?.to(room)
          .except(countries.map(rooms.country))
          .emit(event, ...payload),
    evict: (room, from) => server?.in(room).socketsLeave(from),
    disconnect: (room) => server?.in(room).disconnectSockets(true),
    attach: (io) => {
      server = io;
    },
  };
}
