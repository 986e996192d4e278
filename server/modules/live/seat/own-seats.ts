import type { EndpointReply } from '@contract/schemas';
import type { Caller } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { closeRequest } from './answer-request';
import { endLockedSeat, lockSeat } from './end-seat';
import type { SeatDeps } from './seat-deps';
import { presentSeats, type SeatView } from './seat-presenter';
import type { SeatRow } from './seat-repository';

export async function listSeats(deps: SeatDeps, { actor }: Caller): Promise<EndpointReply<'listSeats'>> {
  return { data: await presentSeats(deps, await deps.details.listOpenOf(actor.id), actor.id) };
}

/** @throws AppError ENTITY_NOT_FOUND, also for other accounts' seats */
export async function getSeat(deps: SeatDeps, { actor }: Caller, id: string): Promise<SeatView> {
  const detail = await deps.details.find(id);
  const [view] = await presentSeats(deps, [requireOwnSeat(detail, actor.id)], actor.id);
  return requireFound(view);
}

/**
 * Leaves a show as its fan, or ends it for one fan as its host. The host keeps the paid minute unless they are away. A request
 * is withdrawn or declined. Has no effect on an ended seat.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for seats of others
 */
export async function leaveSeat(deps: SeatDeps, caller: Caller, id: string): Promise<SeatView> {
  const { actor } = caller;
  const { seat: known } = requireOwnSeat(await deps.details.find(id), actor.id);
  await inTransaction(deps.db, async (tx) => {
    const locked = requireFound(await lockSeat(deps, tx, known));
    const isHost = actor.id === known.performerId;
    const { state } = locked.seat;
    if (state === 'asked') await closeRequest(deps, tx, locked, { state: isHost ? 'declined' : 'withdrawn' });
    if (state === 'running')
      await endLockedSeat(deps, tx, locked, { by: isHost ? 'host' : 'fan', at: deps.clock.now() });
  });
  return getSeat(deps, caller, id);
}

function requireOwnSeat<T extends { seat: SeatRow }>(detail: T | null, accountId: string): T {
  if (!detail || (accountId !== detail.seat.userId && accountId !== detail.seat.performerId))
    throw new AppError('ENTITY_NOT_FOUND');
  return detail;
}
