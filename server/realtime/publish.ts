import type { Server } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';

export interface SocketData {
  actor: Actor | null;
  /** Two letters; null if unknown. */
  country: string | null;
}

export type RealtimeServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** The names of rooms for shows are those of compatible backends. Wire contract 4.3. */
export const rooms = {
  account: (id: string) => `account:${id}`,
  session: (id: string) => `session:${id}`,
  country: (code: string) => `country:${code}`,
  /** Sockets that watch the presence of an account. */
  presence: (id: string) => `presence:${id}`,
  conversation: (type: string, id: string) => `conversation-${type}-${id}`,
};

/** Rooms that a socket is in whether or not it is logged in. */
export const ownRooms = ({ id, data }: { id: string; data: SocketData }): ReadonlySet<string> =>
  new Set([id, ...(data.country === null ? [] : [rooms.country(data.country)])]);

/**
 * Call it only from `tx.afterCommit`, so that nothing is sent for changes that are rolled back. A connection's id is also the
 * name of its own room.
 */
export type Publish = <E extends keyof ServerToClientEvents>(
  event: E,
  room: string,
  ...payload: Parameters<ServerToClientEvents[E]>
) => void;

export interface Publisher {
  publish: Publish;
  publishOutside(countries: readonly string[]): Publish;
  /** Removes the sockets that are in one room from another, for example a blocked fan's sockets from the creator's rooms. */
  evict(room: string, from: string): void;
  disconnect(room: string): void;
  /** Reaches only the sockets of this process. For what every process publishes by itself. */
  here: Pick<Publisher, 'publish' | 'evict'>;
  /** Publishing has no effect until a socket server is attached. */
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
    here: {
      publish: (event, room, ...payload) => void server?.local.to(room).emit(event, ...payload),
      evict: (room, from) => server?.local.in(room).socketsLeave(from),
    },
    attach: (io) => {
      server = io;
    },
  };
}
