import { cents, type Cents } from '@contract/base/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { moneyText } from '../../../mail/compose-mail';
import { getPersonName } from '../../money/receipt/receipt-service';
import type { ShowRow } from '../show/entry-service';
import { isGivenBack } from './seat-clock';
import { minuteRepository } from './minute-repository';
import type { SeatDeps } from './seat-deps';
import { REQUESTED } from './seat-notifications';
import type { SeatDetail } from './seat-detail-repository';
import type { SeatEnd, SeatRow } from './seat-repository';

/** Seat and show are locked, and so is the host's account. */
export interface LockedSeat {
  seat: SeatRow;
  show: ShowRow;
}

const GIVEN_BACK = 'Less than half of the last minute was shown.';

/** Locks host, show and seat, in the order that everything about shows uses. @returns null if the seat was deleted */
export async function lockSeat(
  { show: shows, repository }: Pick<SeatDeps, 'show' | 'repository'>,
  tx: Tx,
  { id, streamId, performerId }: SeatRow,
): Promise<LockedSeat | null> {
  await shows.repository.lockHost(performerId, tx);
  const show = await shows.repository.lock(streamId, tx);
  const seat = await repository.lock(id, tx);
  return show && seat ? { show, seat } : null;
}

export async function endSeat(
  deps: SeatDeps,
  known: SeatRow,
  { isDue, ...ending }: { by: SeatEnd; at: Date; isDue?: (seat: SeatRow) => boolean },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockSeat(deps, tx, known);
    if (locked?.seat.state !== 'running' || isDue?.(locked.seat) === false) return;
    await endLockedSeat(deps, tx, locked, ending);
  });
}

/** Ends a running seat and, if the show is private, the show. Refunds the last minute if too little of it was shown. */
export async function endLockedSeat(
  deps: SeatDeps,
  tx: Tx,
  { seat, show }: LockedSeat,
  { by, at }: { by: SeatEnd; at: Date },
): Promise<void> {
  const { repository, details, wallet, watch, clock } = deps;
  const isRefunded = isGivenBack(seat, show, { by, at });
  const paid = await details.find(seat.id, tx);
  const change = { state: 'ended', endedBy: by, endedAt: at, pausedAt: null, updatedAt: clock.now() } as const;
  await repository.update(seat.id, change, tx);
  await endPrivateShow(deps, tx, show);
  tx.afterCommit(() => watch.check(seat.id));
  if (paid) await notifyOfTotal(deps, tx, paid, isRefunded ? seat.price : cents(0));
  const last = isRefunded ? await minuteRepository.findLast(seat.id, tx) : null;
  if (last) await wallet.refund(tx, last.chargeId, { reason: GIVEN_BACK });
}

export async function endLockedRequest(
  deps: SeatDeps,
  tx: Tx,
  { seat, show }: LockedSeat,
  change: Pick<SeatRow, 'state'> & Partial<Pick<SeatRow, 'endedBy'>>,
): Promise<void> {
  const { repository, notification, watch, clock } = deps;
  const now = clock.now();
  await repository.update(seat.id, { ...change, endedAt: now, updatedAt: now }, tx);
  await endPrivateShow(deps, tx, show);
  await notification.withdraw({ userId: seat.performerId, ...REQUESTED, refId: show.id }, tx);
  tx.afterCommit(() => watch.check(seat.id));
}

async function endPrivateShow({ show: shows, clock }: SeatDeps, tx: Tx, { id, type }: ShowRow): Promise<void> {
  if (type === 'private') await shows.endLocked(tx, { id, by: 'seats', now: clock.now() });
}

/** Notifies each side once, of the total: one notification per minute would drown all others. */
async function notifyOfTotal(
  { notification, people }: SeatDeps,
  tx: Tx,
  { seat, type, minutes: count, cost }: SeatDetail,
  refund: Cents,
): Promise<void> {
  const total = cents(cost - refund);
  if (total <= 0) return;
  const { userId, performerId, streamId: refId } = seat;
  const minutes = refund > 0 ? count - 1 : count;
  const persons = await people.findMany([userId, performerId], tx);
  const getName = (id: string) => getPersonName(persons.find(({ account }) => account.id === id) ?? null);
  const show = `a ${type} show`;
  const length = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const payment = { type: 'payment', refId, refSource: 'stream' } as const;
  await notification.add(tx, {
    ...payment,
    userId,
    action: 'show-paid',
    title: 'Show ended',
    message: `You paid ${moneyText(total)} for ${length} of ${show} with ${getName(performerId)}.`,
  });
  await notification.add(tx, {
    ...payment,
    userId: performerId,
    action: 'sale',
    title: 'New sale',
    message: `${getName(userId)} paid for ${length} of ${show}, ${moneyText(total)}`,
    createdBy: userId,
    isByFan: true,
  });
}
