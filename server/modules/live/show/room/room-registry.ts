import type { Connection } from '../../../../realtime/sockets';

/** A socket of this process in the room of a show. */
export interface RoomEntry {
  connection: Connection;
  streamId: string;
  conversationId: string;
  room: string;
  /** Null for a guest. */
  accountId: string | null;
  /** An account has one key in all its tabs, a guest one for each connection. */
  viewerKey: string;
  /** Something is paid for this show, which a socket alone is not worth. */
  isPaid: boolean;
  /** A host only by the connection that sends the show: where they just look at it, they are observers, as administrators are. */
  role: 'host' | 'viewer' | 'observer';
}

export type RoomRegistry = ReturnType<typeof createRoomRegistry>;

/** The sockets of this process that are in rooms of shows. Other processes have their own. */
export function createRoomRegistry() {
  const entries = new Map<string, Map<string, RoomEntry>>();
  const listAll = (): RoomEntry[] => [...entries.values()].flatMap((rooms) => [...rooms.values()]);
  return {
    listAll,

    add(entry: RoomEntry): void {
      const own = entries.get(entry.connection.id) ?? new Map<string, RoomEntry>();
      entries.set(entry.connection.id, own.set(entry.streamId, entry));
    },

    find: (connectionId: string, streamId: string): RoomEntry | null =>
      entries.get(connectionId)?.get(streamId) ?? null,

    listOf: (connectionId: string): RoomEntry[] => [...(entries.get(connectionId)?.values() ?? [])],

    /** @returns false where it was not there. */
    remove({ connection, streamId }: RoomEntry): boolean {
      const own = entries.get(connection.id);
      const wasThere = own?.delete(streamId) ?? false;
      if (own?.size === 0) entries.delete(connection.id);
      return wasThere;
    },

    /** Whether the same viewer, or the host, is in the show by another connection of this process. */
    hasOther: ({ connection, streamId, viewerKey, role }: RoomEntry): boolean =>
      listAll().some(
        (other) =>
          other.connection.id !== connection.id &&
          other.streamId === streamId &&
          (role === 'host' ? other.role === 'host' : other.viewerKey === viewerKey),
      ),
  };
}
