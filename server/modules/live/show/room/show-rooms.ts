import type { Actor } from '../../../../access';
import type { Connection, SocketHandlers } from '../../../../realtime/sockets';
import { endShow } from '../end-show';
import { goLive } from '../go-live';
import type { ShowRelation } from '../show-access';
import type { RoomDeps } from '../show-deps';
import type { ConversationRow, ShowRow } from '../show-repository';
import type { RoomEntry } from './room-registry';
import type { ShowPresence } from './show-presence';
import { getShowRoom } from './show-watch';

export interface RoomMove {
  show: ShowRow;
  conversation: ConversationRow;
  actor: Actor | null;
  isIn: boolean;
}

interface ShowRoomDeps extends RoomDeps {
  presence: ShowPresence;
  onMoved(move: RoomMove): Promise<void>;
}

interface RoomCall {
  actor: Actor | null;
  connection: Connection;
  payload: { conversationId: string };
}

export type ShowRooms = ReturnType<typeof createShowRooms>;

/** Socket events by which clients enter and leave shows. Wire contract 4.2. */
export function createShowRooms(deps: ShowRoomDeps) {
  const { access, registry, watch, presence, publisher, clock } = deps;

  /** @returns null if the caller cannot enter. Costs query points, so that ids cannot be guessed. */
  async function findOpen({ actor, connection, payload }: RoomCall) {
    if (!connection.takeQueryPoints()) return null;
    const found = await access.findByConversation(payload.conversationId);
    if (!found) return null;
    const { relation, refusal } = await deps.entry.read(found.show, { actor, country: connection.country });
    const { state } = found.show;
    const isOpen = state === 'live' || (state === 'prepared' && relation.isHost);
    return isOpen && refusal === null ? { ...found, relation } : null;
  }

  /** @param isSender if the caller is the host, whether this connection sends the show. */
  async function enter(call: RoomCall, isSender = true): Promise<Awaited<ReturnType<typeof findOpen>>> {
    const found = await findOpen(call);
    if (!found) return null;
    const { actor, connection } = call;
    const { show, conversation, relation } = found;
    const known = registry.find(connection.id, show.id);
    const isNew = known === null;
    const entry = toEntry(show, conversation.id, {
      actor,
      connection,
      relation,
      isSender: isSender || known?.role === 'host',
    });
    await connection.join(entry.room);
    registry.add(entry);
    if (entry.role === 'viewer') await presence.viewerSeen(entry);
    if (entry.role === 'host') await presence.hostSeen(entry);
    if (show.state === 'live') {
      const members = await watch.readMembers(show.id, conversation.id);
      publisher.publish('public-room-changed', connection.id, members);
      const { performerId } = show;
      publisher.publish('join-broadcaster', connection.id, { conversationId: conversation.id, performerId });
    }
    if (isNew && entry.role === 'viewer' && !registry.hasOther(entry))
      await deps.onMoved({ show, conversation, actor, isIn: true });
    return found;
  }

  async function forget(entry: RoomEntry, actor: Actor | null): Promise<void> {
    if (!registry.remove(entry) || registry.hasOther(entry)) return;
    if (entry.role === 'host') await presence.hostAway(entry.streamId);
    if (entry.role !== 'viewer') return;
    await presence.viewerLeft(entry);
    const found = await access.findByConversation(entry.conversationId);
    if (found?.show.state === 'live') await deps.onMoved({ ...found, actor, isIn: false });
  }

  /** A host who leaves ends the show. Wire contract 4.2. */
  async function leave({ actor, connection, payload: { conversationId } }: RoomCall): Promise<void> {
    const entry = registry.listOf(connection.id).find((one) => one.conversationId === conversationId);
    if (entry) await connection.leave(entry.room);
    // The show ends, so its host must not be marked as away.
    if (entry?.role === 'host') registry.remove(entry);
    else if (entry) await forget(entry, actor);
    if (entry?.role === 'host')
      await endShow(deps, { id: entry.streamId, by: 'host', now: clock.now(), isDue: ({ state }) => state === 'live' });
  }

  /** Called when the host starts sending, and again after a reconnect. */
  async function goOnAir(call: RoomCall): Promise<void> {
    const found = await findOpen(call);
    if (!found || !call.actor || !found.relation.isHost) return;
    await enter(call);
    await goLive(deps, found.show.id, call.actor.id);
  }

  async function enterOld(call: RoomCall): Promise<void> {
    const found = await enter(call);
    if (!found) return;
    const { show, conversation } = found;
    const { total, members } = await watch.readMembers(show.id, conversation.id);
    publisher.publish('JOINED_THE_ROOM', call.connection.id, {
      streamId: show.id,
      conversationId: conversation.id,
      total,
      members,
      streamList: show.state === 'live' ? [show.sessionId] : [],
    });
  }

  return {
    enter,
    leave,
    forget,
    readMembers: watch.readMembers,

    socketHandlers: {
      'public-stream/live': goOnAir,
      'public-stream/join': async (call) => void (await enter(call, false)),
      'public-stream/leave': leave,
      JOIN_ROOM: enterOld,
      LEAVE_ROOM: leave,
    } satisfies SocketHandlers['on'],

    /** A lost connection does not end the show: the host has a minute to reconnect. */
    async onDisconnect(connection: Connection, actor: Actor | null): Promise<void> {
      for (const entry of registry.listOf(connection.id)) {
        // A join that was still running may have added the closed connection to the room.
        await connection.leave(entry.room);
        await forget(entry, actor);
      }
    },
  };
}

function getRole({ isHost, isAdmin, hasSeat }: ShowRelation, isSender: boolean): RoomEntry['role'] {
  if (isHost) return isSender ? 'host' : 'observer';
  return isAdmin && !hasSeat ? 'observer' : 'viewer';
}

function toEntry(
  show: ShowRow,
  conversationId: string,
  {
    actor,
    connection,
    relation,
    isSender,
  }: { actor: Actor | null; connection: Connection; relation: ShowRelation; isSender: boolean },
): RoomEntry {
  const accountId = actor?.id ?? null;
  return {
    connection,
    streamId: show.id,
    conversationId,
    room: getShowRoom(show, conversationId),
    accountId,
    viewerKey: accountId ?? connection.id,
    isPaid: show.type !== 'public' || show.price !== null,
    role: getRole(relation, isSender),
  };
}
