import type { Server } from 'socket.io';

/** Rooms of the socket server. Room names of streams are the family's. Wire contract 4.3. */
export const rooms = {
  account: (id: string) => `account:${id}`,
  session: (id: string) => `session:${id}`,
  /** Who looks at a profile and wants to hear of its presence. */
  presence: (id: string) => `presence:${id}`,
  conversation: (type: string, id: string) => `conversation-${type}-${id}`,
};

/** Sends an event to everybody in a room. Call it only from `tx.afterCommit`, so that nobody hears of what was rolled back. */
export type Publish = (event: string, room: string, payload?: unknown) => void;

export interface Publisher {
  publish: Publish;
  /** Ends every socket of a room, for sessions that were revoked. */
  disconnect(room: string): void;
  /** Until a socket server is attached nobody listens, and publishing does nothing. */
  attach(io: Server): void;
}

export function createPublisher(): Publisher {
  let server: Server | undefined;
  return {
    publish: (event, room, payload) => void server?.to(room).emit(event, ...(payload === undefined ? [] : [payload])),
    disconnect: (room) => void server?.in(room).disconnectSockets(true),
    attach: (io) => {
      server = io;
    },
  };
}
