import type { Connection } from '../../../../realtime/sockets';

export interface RoomEntry {
  connection: Connection;
  streamId: string;
  conversationId: string;
  room: string;
  accountId: string | null;
  /** One key per account, shared by all its tabs; for guests, one per connection. */
  viewerKey: string;
  /** True if fans pay for this show by the minute, so that a socket alone does not prove that the host is present. */
  isPaid: boolean;
  /** `host` only for the connection that sends the show. A host who only watches is an observer, as are administrators. */
  role: 'host' | 'viewer' | 'observer';
}

export type RoomRegistry = ReturnType<typeof createRoomRegistry>;

/** The sockets in rooms of shows. Each process knows only its own. */
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

    remove({ connection, streamId }: RoomEntry): boolean {
      const own = entries.get(connection.id);
      const wasThere = own?.delete(streamId) ?? false;
      if (own?.size === 0) entries.delete(connection.id);
      return wasThere;
    },

    hasOther: ({ connection, streamId, viewerKey, role }: RoomEntry): boolean =>
      listAll().some(
        (other) =>
          other.connection.id !== connection.id &&
          other.streamId === streamId &&
          (role === 'host' ? other.role === 'host' : other.viewerKey === viewerKey),
      ),
  };
}
