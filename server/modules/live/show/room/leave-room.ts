import type { Actor } from '../../../../access';
import { endShow } from '../end-show';
import type { RoomCall, ShowRoomDeps } from './room-deps';
import type { RoomEntry } from './room-registry';

export async function forgetEntry(
  { registry, presence, access, onMoved }: ShowRoomDeps,
  entry: RoomEntry,
  actor: Actor | null,
): Promise<void> {
  if (!registry.remove(entry) || registry.hasOther(entry)) return;
  if (entry.role === 'host') await presence.hostAway(entry.streamId);
  if (entry.role !== 'viewer') return;
  await presence.viewerLeft(entry);
  const found = await access.findByConversation(entry.conversationId);
  if (found?.show.state === 'live') await onMoved({ ...found, actor, isIn: false });
}

/** Takes a connection out of the room. If it is the host's, the show ends. Wire contract 4.2. */
export async function leaveRoom(
  deps: ShowRoomDeps,
  { actor, connection, payload: { conversationId } }: RoomCall,
): Promise<void> {
  const { registry, clock } = deps;
  const entry = registry.listOf(connection.id).find((one) => one.conversationId === conversationId);
  if (entry) await connection.leave(entry.room);
  // The show is about to end, so its host must not be marked as away.
  if (entry?.role === 'host') registry.remove(entry);
  else if (entry) await forgetEntry(deps, entry, actor);
  if (entry?.role === 'host')
    await endShow(deps, { id: entry.streamId, by: 'host', now: clock.now(), isDue: ({ state }) => state === 'live' });
}
