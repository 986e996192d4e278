import type { ShowRelation } from '../show-access';
import type { Chat } from '../show-access-repository';
import { readMembers } from './room-members';
import type { RoomCall, ShowRoomDeps } from './room-deps';
import type { RoomEntry } from './room-registry';
import { getShowRoom } from './show-room-events';

interface OpenShow extends Chat {
  relation: ShowRelation;
}

/** Finds a show that the caller can enter, else null. Costs query points, so that ids cannot be guessed. */
export async function findOpenShow(
  { access, entry }: ShowRoomDeps,
  { actor, connection, payload }: RoomCall,
): Promise<OpenShow | null> {
  if (!connection.takeQueryPoints()) return null;
  const found = await access.findByConversation(payload.conversationId);
  if (!found) return null;
  const { relation, refusal } = await entry.read(found.show, { actor, country: connection.country });
  const { state } = found.show;
  const isOpen = state === 'live' || (state === 'prepared' && relation.isHost);
  return isOpen && refusal === null ? { ...found, relation } : null;
}

/** @param isSender for the host, whether this connection sends the show's video. */
export async function enterRoom(deps: ShowRoomDeps, call: RoomCall, isSender = true): Promise<OpenShow | null> {
  const { registry, presence, publisher } = deps;
  const found = await findOpenShow(deps, call);
  if (!found) return null;
  const { actor, connection } = call;
  const { show, conversation } = found;
  const known = registry.find(connection.id, show.id);
  const isNew = known === null;
  const entry = toEntry(found, call, isSender);
  await connection.join(entry.room);
  registry.add(entry);
  // A host who joins again as a viewer no longer sends from this connection.
  if (known?.role === 'host' && entry.role !== 'host' && !registry.hasOther(known)) await presence.hostAway(show.id);
  if (entry.role === 'viewer') await presence.viewerSeen(entry);
  if (entry.role === 'host') await presence.hostSeen(entry);
  if (show.state === 'live') {
    const members = await readMembers(deps, { streamId: show.id, conversationId: conversation.id });
    publisher.publish('public-room-changed', connection.id, members);
    const { performerId } = show;
    publisher.publish('join-broadcaster', connection.id, { conversationId: conversation.id, performerId });
  }
  if (isNew && entry.role === 'viewer' && !registry.hasOther(entry))
    await deps.onMoved({ show, conversation, actor, isIn: true });
  return found;
}

function getRole({ isHost, isModerator, hasSeat }: ShowRelation, isSender: boolean): RoomEntry['role'] {
  if (isHost) return isSender ? 'host' : 'observer';
  return isModerator && !hasSeat ? 'observer' : 'viewer';
}

function toEntry(
  { show, conversation, relation }: OpenShow,
  { actor, connection }: RoomCall,
  isSender: boolean,
): RoomEntry {
  const accountId = actor?.id ?? null;
  return {
    connection,
    streamId: show.id,
    conversationId: conversation.id,
    room: getShowRoom(show, conversation.id),
    accountId,
    viewerKey: accountId ?? connection.id,
    isPaid: show.type !== 'public' || show.price !== null,
    role: getRole(relation, isSender),
  };
}
