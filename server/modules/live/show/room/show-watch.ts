import type { ServerContext } from '../../../../context';
import { createKeyedQueue } from '../../../../lib/keyed-queue';
import { rooms } from '../../../../realtime/publish';
import { getHostAwaySince } from '../show-clock';
import { presentStreams, type PresentDeps } from '../show-presenter';
import type { ShowRepository, ShowRow } from '../show-repository';
import type { RoomRegistry } from './room-registry';
import type { ViewerRepository } from './viewer-repository';

/** Minimum interval between member lists sent to one room. */
const MEMBERS_INTERVAL_MS = 2_000;
/** Members listed by name; the total counts all. */
const MAX_NAMED = 50;

interface WatchDeps extends Pick<ServerContext, 'publisher' | 'clock'>, PresentDeps {
  repository: ShowRepository;
  viewers: ViewerRepository;
  registry: RoomRegistry;
}

interface Told {
  conversationId: string;
  terms: string;
  awaySince: number | null;
  /** Their number, and when the newest one entered. */
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

export const getShowRoom = ({ type }: Pick<ShowRow, 'type'>, conversationId: string): string =>
  rooms.conversation(`stream_${type}`, conversationId);

/**
 * Publishes changes of shows to their rooms. Compares the stored state with the last published one, so that each process reaches
 * its own sockets, whichever process made the change.
 */
export function createShowWatch(deps: WatchDeps) {
  const { repository, viewers, registry, publisher, people, figures, clock } = deps;
  const told = new Map<string, Told>();
  const inOrder = createKeyedQueue();

  async function observe(live: readonly ShowRow[], now: Date): Promise<void> {
    const ids = live.map(({ id }) => id);
    const [counts, present] = await Promise.all([figures.list(ids, now), viewers.countPresent(ids, now)]);
    for (const show of live) {
      const { conversationId = null, raised = null } = counts.get(show.id) ?? {};
      if (conversationId === null) continue;
      await observeShow(show, { conversationId, raised, now, present: present.get(show.id) ?? NOBODY });
    }
  }

  async function observeShow(show: ShowRow, { conversationId, raised, present, now }: Observed): Promise<void> {
    const room = getShowRoom(show, conversationId);
    const terms = JSON.stringify([describeTerms(show), raised]);
    const awaySince = getHostAwaySince(show, now)?.getTime() ?? null;
    const before = told.get(show.id);
    const { members, membersAt } = before ?? { members: JSON.stringify(NOBODY), membersAt: 0 };
    const next = { conversationId, terms, awaySince, members, membersAt };
    told.set(show.id, next);
    if (!before) publishBegin(show, { conversationId, room, now });
    else if (before.terms !== terms || before.awaySince !== awaySince) await publishChanged(show, room, now);
    if (present.total > show.peakViewers) await viewers.raisePeak(show.id, present.total);
    const current = JSON.stringify(present);
    if (members === current || now.getTime() - membersAt < MEMBERS_INTERVAL_MS) return;
    Object.assign(next, { members: current, membersAt: now.getTime() });
    publisher.publish('public-room-changed', room, await readMembers(show.id, conversationId, present.total));
  }

  /** Older clients of group shows have their own events for start and end. Wire contract 4.3. */
  function publishBegin(
    show: ShowRow,
    { conversationId, room, now }: { conversationId: string; room: string; now: Date },
  ) {
    if (show.type === 'private') return;
    publisher.publish('join-broadcaster', room, { conversationId, performerId: show.performerId });
    publisher.publish('model-joined', room, { conversationId });
    publisher.publish('MODEL_JOIN_ROOM', room, { conversationId, date: now.toISOString() });
  }

  async function publishChanged(show: ShowRow, room: string, now: Date): Promise<void> {
    const [stream] = await presentStreams(deps, [show], { now });
    if (stream) publisher.publish('stream/changed', room, stream);
  }

  function publishEnd(show: ShowRow, conversationId: string): void {
    const { id: streamId, performerId, endedAt } = show;
    const room = getShowRoom(show, conversationId);
    const createdAt = (endedAt ?? clock.now()).toISOString();
    if (show.endedBy === 'operator')
      publisher.publish('admin-end-session-stream', room, { streamId, conversationId, createdAt });
    if (show.type !== 'private') {
      publisher.publish('model-left', room, { conversationId, performerId });
      publisher.publish('MODEL_LEFT_ROOM', room, { conversationId, date: createdAt });
    }
    for (const entry of registry.listAll()) if (entry.streamId === streamId) registry.remove(entry);
    publisher.evict(room, room);
  }

  async function readMembers(streamId: string, conversationId: string, total?: number) {
    const now = clock.now();
    const ids = await viewers.listShown(streamId, { now, limit: MAX_NAMED });
    const views = await people.publicViews(ids);
    const members = ids.flatMap((id) => {
      const view = views.get(id);
      return view && !view.isPerformer ? view : [];
    });
    const all = total ?? (await viewers.countPresent([streamId], now)).get(streamId)?.total ?? 0;
    return { conversationId, total: all, members };
  }

  return {
    readMembers,

    check: (id: string): Promise<void> =>
      inOrder('shows', async () => {
        const show = await repository.find(id);
        if (show?.state === 'live') await observe([show], clock.now());
        const known = told.get(id);
        if (show?.state !== 'ended' || !known) return;
        told.delete(id);
        publishEnd(show, known.conversationId);
      }),

    checkAll: (now: Date): Promise<void> =>
      inOrder('shows', async () => {
        const live = await repository.listLive();
        await observe(live, now);
        const ids = new Set(live.map(({ id }) => id));
        const gone = [...told.keys()].filter((id) => !ids.has(id));
        for (const show of gone.length === 0 ? [] : await repository.findMany(gone)) {
          // A show that started after the list was read is in the next one.
          if (show.state !== 'ended') continue;
          const known = told.get(show.id);
          told.delete(show.id);
          if (known) publishEnd(show, known.conversationId);
        }
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
