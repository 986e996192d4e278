import type { ServerContext } from '../../../../context';
import { PRESENCE_MS } from '../show-clock';
import type { RoomEntry, RoomRegistry } from './room-registry';
import type { ShowWatch } from './show-watch';
import type { RoomViewer, ViewerRepository } from './viewer-repository';

export type ShowPresence = ReturnType<typeof createShowPresence>;

interface PresenceDeps extends Pick<ServerContext, 'clock'> {
  viewers: ViewerRepository;
  registry: RoomRegistry;
  watch: Pick<ShowWatch, 'check'>;
}

/** Presence in shows by time: without further signs of life an account has left. ADR 63. */
export function createShowPresence({ viewers, registry, watch, clock }: PresenceDeps) {
  const getLease = () => {
    const now = clock.now();
    return { now, until: new Date(now.getTime() + PRESENCE_MS) };
  };
  const toViewer = ({ streamId, viewerKey, accountId }: RoomEntry): RoomViewer => ({ streamId, viewerKey, accountId });

  return {
    /** A sign of life of a host: a socket, a call, or the picture. */
    async hostSeen(showId: string): Promise<void> {
      await viewers.markHostPresent([showId], getLease().until);
      await watch.check(showId);
    },

    /** The host is away from this moment, until the next sign of life. */
    async hostAway(showId: string): Promise<void> {
      if (await viewers.markHostAway(showId, clock.now())) await watch.check(showId);
    },

    /** A sign of life of a viewer. */
    viewerSeen: (viewer: RoomViewer): Promise<void> => viewers.markPresent([viewer], getLease()),

    viewerLeft: ({ streamId, viewerKey }: Pick<RoomViewer, 'streamId' | 'viewerKey'>): Promise<void> =>
      viewers.markAway({ streamId, viewerKey }, clock.now()),

    /** A sign of life of all sockets of this process. Every ten seconds. */
    async beat(): Promise<void> {
      const { now, until } = getLease();
      const entries = registry.listAll().filter(({ connection, room }) => connection.rooms.has(room));
      const hosted = entries.filter(({ role }) => role === 'host').map(({ streamId }) => streamId);
      const watching = new Map(
        entries.filter(({ role }) => role === 'viewer').map((entry) => [`${entry.streamId} ${entry.viewerKey}`, entry]),
      );
      await viewers.markHostPresent([...new Set(hosted)], until);
      await viewers.markPresent([...watching.values()].map(toViewer), { now, until });
    },
  };
}
