import { eachOrThrow } from '../../../lib/each-or-throw';
import type { SocketHandler, SocketHandlers } from '../../../realtime/sockets';
import { rooms as socketRooms } from '../../../realtime/publish';
import type { Chat } from '../show/entry-service';
import type { RoomEntry } from '../show/room/room-registry';
import { endSeat } from './end-seat';
import type { SeatDeps } from './seat-deps';

type RoomCall = Parameters<SocketHandler<'private-stream/join'>>[0];

const getRoom = ({ conversation: { type, id } }: Chat): string => socketRooms.conversation(type, id);

/** Handlers of socket events for shows by the minute, named as in compatible backends. Wire contract 4.2. */
export function createSeatRooms(deps: SeatDeps) {
  const { rooms, entry, repository, publisher, clock } = deps;

  async function publishMove(found: Chat, event: 'streamJoined' | 'streamLeaved'): Promise<void> {
    const { show, conversation } = found;
    const room = getRoom(found);
    publisher.publish(`private-stream/${event}`, room, { streamId: show.id, conversationId: conversation.id });
    const members = await rooms.readMembers(show.id, conversation.id);
    publisher.publish('private-stream/streamInformationChanged', room, members);
  }

  async function enter({ actor, connection, payload: { conversationId } }: Omit<RoomCall, 'payload'> & InConversation) {
    const found = await rooms.enter({ actor, connection, payload: { conversationId } });
    if (found && found.show.type !== 'public') await publishMove(found, 'streamJoined');
  }

  /** When a host leaves, the show ends. Fans who leave pay no further minute, and can return until the paid one ends. */
  async function leave({ actor, connection, payload: { conversationId } }: RoomCall): Promise<void> {
    const found = await entry.findByConversation(conversationId);
    const wasIn = found !== null && connection.rooms.has(getRoom(found));
    await rooms.leave({ actor, connection, payload: { conversationId } });
    if (wasIn && found.show.type !== 'public') await publishMove(found, 'streamLeaved');
  }

  return {
    socketHandlers: {
      'private-stream/live': enter,
      'private-stream/join': enter,
      'private-stream/leave': leave,
    } satisfies SocketHandlers['on'],

    /** Ends the seats of members who were removed from the room, even for their country, which is only known by connection. */
    async onMembersRemoved(entries: readonly RoomEntry[]): Promise<void> {
      await eachOrThrow(entries, async ({ streamId, accountId, connection }) => {
        const [show, seats] = await Promise.all([entry.find(streamId), repository.listRunningIn(streamId)]);
        const seat = seats.find(({ userId }) => userId === accountId);
        if (show?.state !== 'live' || !seat) return;
        const { refusal } = await entry.read(show, { actor: connection.actor, country: connection.country });
        if (refusal !== null) await endSeat(deps, seat, { by: 'access', at: clock.now() });
      });
    },
  };
}

interface InConversation {
  payload: { conversationId: string };
}
