import type { ServerContext } from '../../../../context';
import { groupBy } from '../../../../lib/group-by';
import type { RoomMembership } from '../../../../realtime/watch-sockets';
import { listRefused } from '../list-refused';
import type { ShowAccessRepository } from '../show-access-repository';
import type { RoomEntry, RoomRegistry } from './room-registry';
import type { ShowRooms } from './show-rooms';

const showRoom = /^conversation-stream_(?:public|group|private)-([0-9a-f]{24})$/;

interface GuardDeps extends Pick<ServerContext, 'clock' | 'publisher'> {
  access: ShowAccessRepository;
  registry: RoomRegistry;
  rooms: Pick<ShowRooms, 'forget'>;
}

/** False if the connection has logged out or in to another account, which means that the viewer left by themselves. */
const isLoggedIn = ({ connection, accountId }: RoomEntry): boolean => (connection.actor?.id ?? null) === accountId;

/** Removes members who lost access to a show, for whatever reason. Promises. */
export function createRoomGuard({ clock, publisher, access, registry, rooms }: GuardDeps) {
  async function tellLost(entry: RoomEntry): Promise<void> {
    const { connection, streamId, conversationId } = entry;
    if (isLoggedIn(entry)) publisher.publish('stream/access-lost', connection.id, { streamId, conversationId });
    await rooms.forget(entry, connection.actor);
  }

  return {
    /** @returns those of the given memberships that must end. */
    async findLostMembers(members: readonly RoomMembership[]): Promise<ReadonlySet<RoomMembership>> {
      const byConversation = groupBy(members, ({ room }) => showRoom.exec(room)?.[1] ?? '');
      byConversation.delete('');
      if (byConversation.size === 0) return new Set();
      const shows = await access.listByConversations([...byConversation.keys()]);
      // Rooms of ended shows are closed by `ShowWatch`.
      const running = shows.filter(({ show }) => show.state !== 'ended');
      const lost = await Promise.all(
        running.map(({ show, conversationId }) =>
          listRefused(access, show, { visitors: byConversation.get(conversationId) ?? [], now: clock.now() }),
        ),
      );
      return new Set(lost.flat());
    },

    /** Notifies members whose socket was removed from the room of a running show. @returns these members */
    async tellRemoved(): Promise<RoomEntry[]> {
      const lost = registry.listAll().filter(({ connection, room }) => !connection.rooms.has(room));
      for (const entry of lost) await tellLost(entry);
      return lost.filter(isLoggedIn);
    },
  };
}
