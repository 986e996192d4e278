import type { ServerContext } from '../../../../context';
import { eachOrThrow } from '../../../../lib/each-or-throw';
import { createKeyedQueue } from '../../../../lib/keyed-queue';
import { getHostAwaySince } from '../show-clock';
import { presentStreams, type PresentDeps } from '../show-presenter';
import type { ShowRepository, ShowRow } from '../show-repository';
import type { PresenceRepository } from './presence-repository';
import { readMembers } from './room-members';
import type { RoomRegistry } from './room-registry';
import { getShowRoom, publishShowBegun, publishShowEnded } from './show-room-events';
import type { ViewerRepository } from './viewer-repository';

/** Minimum interval between member lists sent to one room. */
const MEMBERS_INTERVAL_MS = 2_000;

interface WatchDeps extends Pick<ServerContext, 'clock'>, PresentDeps {
  publisher: ServerContext['publisher']['here'];
  repository: ShowRepository;
  viewers: ViewerRepository;
  presenceRepository: Pick<PresenceRepository, 'raisePeak'>;
  registry: RoomRegistry;
}

interface Told {
  conversationId: string;
  terms: string;
  awaySince: number | null;
  /** Number of members, and when the newest one entered; compared to detect changes. */
  members: string;
  membersAt: number;
}

interface Observed {
  conversationId: string;
  raised: number | null;
  present: { total: number; latest: string };
  now: Date;
}

const NOBODY = { total: 0, latest: '' };

export type ShowWatch = ReturnType<typeof createShowWatch>;

/**
 * Publishes changes to shows to their rooms. Each process compares the stored state with the one it last published, to reach
 * its own sockets even if another process made the change.
 */
export function createShowWatch(deps: WatchDeps) {
  const { repository, viewers, presenceRepository, registry, publisher, figures, clock } = deps;
  const told = new Map<string, Told>();
  const inOrder = createKeyedQueue();

  async function observe(live: readonly ShowRow[], now: Date): Promise<void> {
    const ids = live.map(({ id }) => id);
    const [counts, present] = await Promise.all([figures.list(ids, now), viewers.countPresent(ids, now)]);
    await eachOrThrow(live, async (show) => {
      const { conversationId = null, raised = null } = counts.get(show.id) ?? {};
      if (conversationId === null) return;
      await observeShow(show, { conversationId, raised, now, present: present.get(show.id) ?? NOBODY });
    });
  }

  async function observeShow(show: ShowRow, { conversationId, raised, present, now }: Observed): Promise<void> {
    const room = getShowRoom(show, conversationId);
    const terms = JSON.stringify([describeTerms(show), raised]);
    const awaySince = getHostAwaySince(show, now)?.getTime() ?? null;
    const before = told.get(show.id);
    const { members, membersAt } = before ?? { members: JSON.stringify(NOBODY), membersAt: 0 };
    const next = { conversationId, terms, awaySince, members, membersAt };
    if (!before) publishShowBegun(publisher, show, { conversationId, now });
    else if (before.terms !== terms || before.awaySince !== awaySince) await publishChanged(show, room, now);
    // Only now, so that the next check repeats what failed.
    told.set(show.id, next);
    if (present.total > show.peakViewers) await presenceRepository.raisePeak(show.id, present.total);
    const current = JSON.stringify(present);
    if (members === current || now.getTime() - membersAt < MEMBERS_INTERVAL_MS) return;
    const list = await readMembers(deps, { streamId: show.id, conversationId, total: present.total });
    publisher.publish('public-room-changed', room, list);
    Object.assign(next, { members: current, membersAt: now.getTime() });
  }

  async function publishChanged(show: ShowRow, room: string, now: Date): Promise<void> {
    const [stream] = await presentStreams(deps, [show], { now });
    if (stream) publisher.publish('stream/changed', room, stream);
  }

  function closeRoom(show: ShowRow, conversationId: string): void {
    publishShowEnded(publisher, show, { conversationId, now: clock.now() });
    for (const entry of registry.listAll()) if (entry.streamId === show.id) registry.remove(entry);
    const room = getShowRoom(show, conversationId);
    publisher.evict(room, room);
  }

  /** Closes the rooms of ended shows. A viewer may also have joined while a room was being closed. */
  async function closeRooms(live: readonly ShowRow[]): Promise<void> {
    const open = new Map([
      ...registry.listAll().map(({ streamId, conversationId }) => [streamId, conversationId] as const),
      ...[...told].map(([streamId, { conversationId }]) => [streamId, conversationId] as const),
    ]);
    for (const { id } of live) open.delete(id);
    for (const show of open.size === 0 ? [] : await repository.findMany([...open.keys()])) {
      const conversationId = open.get(show.id);
      // A show that is prepared, or started after the list was read, goes on.
      if (show.state !== 'ended' || conversationId === undefined) continue;
      closeRoom(show, conversationId);
      told.delete(show.id);
    }
  }

  return {
    check: (id: string): Promise<void> =>
      inOrder('shows', async () => {
        const show = await repository.find(id);
        if (show?.state === 'live') await observe([show], clock.now());
        const known = told.get(id);
        if (show?.state !== 'ended' || !known) return;
        closeRoom(show, known.conversationId);
        told.delete(id);
      }),

    checkAll: (now: Date): Promise<void> =>
      inOrder('shows', async () => {
        const live = await repository.listLive();
        await eachOrThrow([() => observe(live, now), () => closeRooms(live)], (step) => step());
      }),
  };
}

const describeTerms = ({
  title,
  description,
  audience,
  price,
  ticketFor,
  minutePrice,
  goalText,
  goalAmount,
  slowSeconds,
  chatWriters,
  isEmoteOnly,
  pinnedMessageId,
  isRecorded,
}: ShowRow) => [
  [title, description, audience, price, ticketFor, minutePrice, goalText, goalAmount],
  [slowSeconds, chatWriters, isEmoteOnly, pinnedMessageId, isRecorded],
];
