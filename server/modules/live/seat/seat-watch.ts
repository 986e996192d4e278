import { fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { createKeyedQueue } from '../../../lib/keyed-queue';
import { rooms } from '../../../realtime/publish';
import type { PeopleService } from '../../identity/people/people-service';
import type { ChatService } from '../chat/chat-service';
import type { EntryService } from '../show/entry-service';
import { presentAccepted, presentPrivateChat, presentSeats, readFan } from './seat-presenter';
import type { SeatDetail, SeatDetailRepository } from './seat-detail-repository';
import type { SeatRow } from './seat-repository';

interface WatchDeps {
  publisher: ServerContext['publisher']['here'];
  details: SeatDetailRepository;
  entry: Pick<EntryService, 'findByShow'>;
  chat: Pick<ChatService, 'present'>;
  people: Pick<PeopleService, 'publicViews'>;
}

interface Told {
  /** Undefined if nothing was published yet. */
  state: SeatRow['state'] | undefined;
  print: string;
}

export type SeatWatch = ReturnType<typeof createSeatWatch>;

/**
 * Publishes changes to a seat to fan and host. Each process compares the stored state with the one it last published, to reach
 * its own sockets even if another process made the change.
 */
export function createSeatWatch(deps: WatchDeps) {
  const { details, publisher } = deps;
  const told = new Map<string, Told>();
  const inOrder = createKeyedQueue();

  async function tell(detail: SeatDetail): Promise<void> {
    const { seat } = detail;
    const before = told.get(seat.id) ?? { state: undefined, print: '' };
    const print = getPrint(detail);
    if (before.print === print) return;
    // A check that fails is repeated, even if the seat has ended.
    told.set(seat.id, before);
    for (const id of [seat.userId, seat.performerId]) {
      const [view] = await presentSeats(deps, [detail], id);
      if (view) publisher.publish('stream/seat-changed', rooms.account(id), view);
    }
    if (detail.type === 'private' && before.state !== seat.state) await publishMove(deps, seat, before.state);
    if (seat.state === 'asked' || seat.state === 'running') told.set(seat.id, { state: seat.state, print });
    else told.delete(seat.id);
  }

  return {
    check: (id: string): Promise<void> =>
      inOrder('seats', async () => {
        const detail = await details.find(id);
        if (detail) await tell(detail);
      }),

    checkAll: (): Promise<void> =>
      inOrder('seats', async () => {
        const open = await details.listOpen();
        const ids = new Set(open.map(({ seat }) => seat.id));
        const gone = [...told.keys()].filter((id) => !ids.has(id));
        const over = gone.length === 0 ? [] : await details.findMany(gone);
        await eachOrThrow([...open, ...over], tell);
      }),
  };
}

const getPrint = ({ seat, minutes, cost }: SeatDetail): string =>
  JSON.stringify([seat.state, seat.endedBy, seat.dueAt, seat.pausedAt, minutes, cost]);

/** Publishes events about private shows for older clients, to both accounts. Wire contract 4.3. */
async function publishMove(deps: WatchDeps, seat: SeatRow, before: SeatRow['state'] | undefined): Promise<void> {
  const { publisher } = deps;
  const { streamId, conversationId, performerId } = seat;
  const sides = [seat.userId, performerId].map(rooms.account);
  switch (seat.state) {
    case 'asked':
      return publishRequest(deps, seat);
    case 'running':
      return publishAccepted(deps, seat);
    case 'ended':
      if (before !== 'running') break;
      for (const side of sides) publisher.publish('private-stream/streamLeaved', side, { streamId, conversationId });
      if (seat.endedBy !== 'fan')
        publisher.publish('model-left', rooms.account(seat.userId), { conversationId, performerId });
      return undefined;
    default:
      break;
  }
  for (const side of sides) publisher.publish('private-chat-decline', side, { streamId, conversationId });
  return undefined;
}

async function publishRequest(deps: WatchDeps, seat: SeatRow): Promise<void> {
  const user = await readFan(deps, seat);
  if (!user) return;
  const { streamId, conversationId, price, note } = seat;
  deps.publisher.publish('private-chat-request', rooms.account(seat.performerId), {
    user,
    streamId,
    conversationId,
    price: fromCents(price),
    ...(note && { userNote: note }),
    createdAt: seat.createdAt.toISOString(),
  });
}

async function publishAccepted(deps: WatchDeps, seat: SeatRow): Promise<void> {
  const found = await deps.entry.findByShow(seat.streamId);
  if (!found) return;
  const chat = presentAccepted(presentPrivateChat(deps, found, seat), await readFan(deps, seat));
  const createdAt = (seat.startedAt ?? seat.updatedAt).toISOString();
  for (const side of [seat.userId, seat.performerId].map(rooms.account)) {
    deps.publisher.publish('private-chat-accept', side, { ...chat, createdAt });
    deps.publisher.publish('private-chat-payment-success', side, { conversation: chat.conversation });
  }
}
