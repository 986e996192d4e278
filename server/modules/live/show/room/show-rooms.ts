import type { Actor } from '../../../../access';
import type { Connection, SocketHandlers } from '../../../../realtime/sockets';
import { goLive } from '../go-live';
import { enterRoom, findOpenShow } from './enter-room';
import { forgetEntry, leaveRoom } from './leave-room';
import { readMembers } from './room-members';
import type { RoomCall, ShowRoomDeps } from './room-deps';
import type { RoomEntry } from './room-registry';

export type ShowRooms = ReturnType<typeof createShowRooms>;

/** Handlers of the socket events by which clients enter and leave shows. Wire contract 4.2. */
export function createShowRooms(deps: ShowRoomDeps) {
  const { registry, publisher } = deps;
  const leave = (call: RoomCall): Promise<void> => leaveRoom(deps, call);
  const forget = (entry: RoomEntry, actor: Actor | null): Promise<void> => forgetEntry(deps, entry, actor);

  /** Called when the host starts sending video, and again after each reconnect. */
  async function goOnAir(call: RoomCall): Promise<void> {
    const found = await findOpenShow(deps, call);
    if (!found || !call.actor || !found.relation.isHost) return;
    await enterRoom(deps, call);
    await goLive(deps, found.show.id, call.actor.id);
  }

  async function enterOld(call: RoomCall): Promise<void> {
    const found = await enterRoom(deps, call);
    if (!found) return;
    const { show, conversation } = found;
    const { total, members } = await readMembers(deps, { streamId: show.id, conversationId: conversation.id });
    publisher.publish('JOINED_THE_ROOM', call.connection.id, {
      streamId: show.id,
      conversationId: conversation.id,
      total,
      members,
      streamList: show.state === 'live' ? [show.sessionId] : [],
    });
  }

  return {
    enter: (call: RoomCall) => enterRoom(deps, call),
    leave,
    forget,
    readMembers: (streamId: string, conversationId: string) => readMembers(deps, { streamId, conversationId }),

    socketHandlers: {
      'public-stream/live': goOnAir,
      'public-stream/join': async (call) => void (await enterRoom(deps, call, false)),
      'public-stream/leave': leave,
      JOIN_ROOM: enterOld,
      LEAVE_ROOM: leave,
    } satisfies SocketHandlers['on'],

    /** A lost connection does not end the show: the host has a minute to reconnect. */
    async onDisconnect(connection: Connection, actor: Actor | null): Promise<void> {
      for (const entry of registry.listOf(connection.id)) {
        // A join that was still being handled may have added the closed connection to the room.
        await connection.leave(entry.room);
        await forget(entry, actor);
      }
    },
  };
}
