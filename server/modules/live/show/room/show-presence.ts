import type { ServerContext } from '../../../../context';
import type { HostState, StreamingGateway } from '../../../../gateways/streaming';
import { eachOrThrow } from '../../../../lib/each-or-throw';
import { createKeyedQueue } from '../../../../lib/keyed-queue';
import type { EntryService } from '../entry-service';
import { PRESENCE_MS } from '../show-clock';
import type { PresenceRepository, RoomViewer } from './presence-repository';
import type { RoomEntry, RoomRegistry } from './room-registry';
import type { ShowWatch } from './show-watch';

const HOSTS = 'hosts';

export type ShowPresence = ReturnType<typeof createShowPresence>;

type HostEntry = Pick<RoomEntry, 'streamId' | 'isPaid'>;

interface PresenceDeps extends Pick<ServerContext, 'clock'> {
  streaming: Pick<StreamingGateway, 'tellsHosts' | 'isElsewhere'>;
  entry: Pick<EntryService, 'findBySession'>;
  presenceRepository: PresenceRepository;
  registry: RoomRegistry;
  watch: Pick<ShowWatch, 'check'>;
}

/**
 * Keeps track of who is present in a show. Presence expires without heartbeats. As long as the host's video arrives in this
 * process, the host is present, whatever their socket does. ADR 63.
 */
export function createShowPresence({ streaming, entry, presenceRepository, registry, watch, clock }: PresenceDeps) {
  /** Whether the host's video arrives, by show; only what the engine reported. */
  const pictures = new Map<string, HostState>();
  /** Reports that are not stored yet, by session. The engine reports only changes, so a failed one has to be tried again. */
  const reports = new Map<string, boolean>();
  // Without the queue, a late response of the database could undo a newer change.
  const inOrder = createKeyedQueue();

  /** Undefined for a show that the engine did not report. A report counts before it is stored. */
  function hasPicture(showId: string): boolean | undefined {
    const known = pictures.get(showId);
    return known && (reports.get(known.sessionId) ?? known.isConnected);
  }

  /**
   * In paid shows, a socket alone does not count as presence if the engine reports whether the video arrives, and in no show if
   * it reports that to another process.
   */
  const countsBySocket = ({ streamId, isPaid }: HostEntry): boolean =>
    hasPicture(streamId) ?? !(streaming.tellsHosts && (isPaid || streaming.isElsewhere));

  const getLease = () => {
    const now = clock.now();
    return { now, until: new Date(now.getTime() + PRESENCE_MS) };
  };
  const toViewer = ({ streamId, viewerKey, accountId }: RoomEntry): RoomViewer => ({ streamId, viewerKey, accountId });

  async function markHostSeen(showId: string): Promise<void> {
    await presenceRepository.markHostPresent([showId], getLease().until);
    await watch.check(showId);
  }

  async function markHostAway(showId: string): Promise<void> {
    if (await presenceRepository.markHostAway(showId, clock.now())) await watch.check(showId);
  }

  const listEntries = () => registry.listAll().filter(({ connection, room }) => connection.rooms.has(room));

  async function storeReport(sessionId: string): Promise<void> {
    const isConnected = reports.get(sessionId);
    if (isConnected === undefined) return;
    const found = await entry.findBySession(sessionId);
    if (found?.show.state === 'ended') pictures.delete(found.show.id);
    else if (found) {
      const { id } = found.show;
      pictures.set(id, { sessionId, isConnected });
      await (isConnected ? markHostSeen(id) : markHostAway(id));
    }
    // A newer report waits in the queue.
    if (reports.get(sessionId) === isConnected) reports.delete(sessionId);
  }

  const storeReports = (): Promise<void> => eachOrThrow([...reports.keys()], storeReport);

  async function markHosts(): Promise<void> {
    const bySocket = listEntries().filter((entry) => entry.role === 'host' && countsBySocket(entry));
    const byPicture = [...pictures.keys()].filter((streamId) => hasPicture(streamId));
    const hosted = new Set([...bySocket.map(({ streamId }) => streamId), ...byPicture]);
    await presenceRepository.markHostPresent([...hosted], getLease().until);
  }

  async function markViewers(): Promise<void> {
    const entries = listEntries();
    const watching = new Map(
      entries.filter(({ role }) => role === 'viewer').map((entry) => [`${entry.streamId} ${entry.viewerKey}`, entry]),
    );
    await presenceRepository.markPresent([...watching.values()].map(toViewer), getLease());
  }

  return {
    async hostSeen(entry: HostEntry): Promise<void> {
      if (countsBySocket(entry)) await markHostSeen(entry.streamId);
    },

    /** Without the engine, this process cannot know whether the host's picture still arrives. */
    async hostAway(showId: string): Promise<void> {
      if (streaming.tellsHosts && streaming.isElsewhere) return;
      if (hasPicture(showId) !== true) await markHostAway(showId);
    },

    /** If it fails, each heartbeat tries again. */
    hostPictureChanged({ sessionId, isConnected }: HostState): Promise<void> {
      reports.set(sessionId, isConnected);
      return inOrder(HOSTS, () => storeReport(sessionId));
    },

    forgetPicture: (showId: string): void => void pictures.delete(showId),

    viewerSeen: (viewer: RoomViewer): Promise<void> => presenceRepository.markPresent([viewer], getLease()),

    viewerLeft: ({ streamId, viewerKey }: Pick<RoomViewer, 'streamId' | 'viewerKey'>): Promise<void> =>
      presenceRepository.markAway({ streamId, viewerKey }, clock.now()),

    /** Call it at the start: no picture arrives yet, but hosts that an earlier process saw would count as present for seconds. */
    async expireHosts(): Promise<void> {
      if (streaming.tellsHosts && !streaming.isElsewhere) await presenceRepository.expireHosts(clock.now());
    },

    /** Heartbeat for all sockets and videos of this process; runs every ten seconds. */
    beat: (): Promise<void> =>
      // One step that fails must not take the presence of others.
      eachOrThrow([() => inOrder(HOSTS, storeReports), () => inOrder(HOSTS, markHosts), markViewers], (step) => step()),
  };
}
