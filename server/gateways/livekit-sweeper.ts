import type { RoomServiceClient } from 'livekit-server-sdk';
import { getStatus } from './engine-requests';
import type { createRemovals } from './livekit-removals';
import type { EngineDeps } from './streaming-elsewhere';

/** Interval between checks for removed viewers who returned. */
const SWEEP_MS = 5_000;

/** Whether the error says that the room does not exist, or that the participant is not in it. */
const isGone = (error: unknown): boolean => getStatus(error) === 404;

export const ignoreGone = (error: unknown): void => {
  if (!isGone(error)) throw error;
};

/** Empty for a room that does not exist. */
export const listParticipants = (rooms: RoomServiceClient, room: string) =>
  rooms.listParticipants(room).catch((error: unknown) => {
    ignoreGone(error);
    return [];
  });

interface SweeperDeps extends Pick<EngineDeps, 'now' | 'failures'> {
  rooms: RoomServiceClient;
  removals: ReturnType<typeof createRemovals>;
}

/** Regularly removes viewers who were removed before and returned with an old token. */
export function createLivekitSweeper({ rooms, removals, now, failures }: SweeperDeps) {
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isClosed = false;

  async function sweepRoom(room: string): Promise<void> {
    const participants = await listParticipants(rooms, room);
    const removed = removals.listRemoved(
      room,
      participants.map(({ identity }) => identity),
    );
    if (removed.length > 0 && removals.isEnded(room)) return rooms.deleteRoom(room).catch(ignoreGone);
    const revokeTokenTs = BigInt(Math.ceil(now().getTime() / 1000));
    await Promise.all(
      removed.map((identity) => rooms.removeParticipant(room, identity, { revokeTokenTs }).catch(ignoreGone)),
    );
  }

  async function sweep(): Promise<void> {
    try {
      for (const session of removals.listSessions()) await sweepRoom(session);
      isFailing = false;
    } catch (error) {
      // Reported only once per outage, because the next try is seconds away.
      if (!isFailing) failures.report('gateway', 'LiveKit', error);
      isFailing = true;
    }
    timer = undefined;
    if (removals.listSessions().length > 0) sweepLater();
  }

  function sweepLater(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => void sweep(), SWEEP_MS).unref();
  }

  return {
    sweepRoom,
    sweep,
    sweepLater,

    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
