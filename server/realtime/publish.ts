import type { Server } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';

export interface SocketData {
  actor: Actor | null;
  /** Two letters; null if unknown. */
  country: string | null;
}

export type RealtimeServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** Names of stream rooms are those of compatible backends. Wire contract 4.3. */
export const rooms = {
  account: (id: string) => `account:${id}`,
  session: (id: string) => `session:${id}`,
  country: (code: string) => `country:${code}`,
  /** Sockets that watch the presence of an account. */
  presence: (id: string) => `presence:${id}`,
  conversation: (type: string, id: string) => `conversation-${type}-${id}`,
};

/** Rooms that do not depend on the account logged in. */
export const ownRooms = ({ id, data }: { id: string; data: SocketData }): ReadonlySet<string> =>
  new Set([id, ...(data.country === null ? [] : [rooms.country(data.country)])]);

/**
 * Call it only from `tx.afterCommit`, so that rolled back changes send nothing. A connection id names the room of that
 * connection.
 */
export type Publish = <E extends keyof ServerToClientEvents>(
  event: E,
  room: string,
  ...payload: Parameters<ServerToClientEvents[E]>
) => void;

export interface Publisher {
  publish: Publish;
  publishOutside(countries: readonly string[]): Publish;
  /** Removes the sockets of one room from another, such as those of a fan from the rooms of a creator who blocked them. */
  evict(room: string, from: string): void;
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
