import { assertAllowed, isPerformer, type Caller } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { chargeMinute, getSeatEnd } from './charge-minute';
import { endLockedRequest, lockSeat, type LockedSeat } from './end-seat';
import { MINUTE_MS } from './seat-clock';
import type { SeatDeps } from './seat-deps';
import { notifyOfAnswer, REQUESTED } from './seat-notifications';
import { presentAccepted, presentPrivateChat, readFan, type PrivateChatView } from './seat-presenter';
import type { SeatEnd, SeatRow } from './seat-repository';
import type { SiteSettings } from '../../site/settings/site-settings';

class MinuteRefused extends Error {
  constructor(readonly by: SeatEnd) {
    super(`The first minute could not be charged: ${by}`);
  }
}

/**
 * Accepts a request for a private show and charges the first minute, which starts with the host's first heartbeat in the show.
 * A repeat charges nothing. If the charge is rejected, the request ends.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for requests to other hosts, REQUEST_OVER, SHOW_RUNNING, NOT_ENOUGH_BALANCE
 */
export async function acceptRequest(
  deps: SeatDeps,
  { actor }: Caller,
  conversationId: string,
): Promise<PrivateChatView> {
  assertAllowed(isPerformer(actor));
  const known = await deps.repository.findByConversation(conversationId);
  if (known?.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  const chat = requireFound(await deps.entry.findByShow(known.streamId));
  if (chat.show.type !== 'private') throw new AppError('ENTITY_NOT_FOUND');
  const site = await deps.settings.read();
  try {
    await inTransaction(deps.db, (tx) => acceptIn(deps, tx, known, site));
  } catch (error) {
    if (!(error instanceof MinuteRefused)) throw error;
    await endRequest(deps, known, { state: 'ended', endedBy: error.by });
    throw toHostError(error.by);
  }
  const { show, conversation } = requireFound(await deps.entry.findByShow(known.streamId));
  return presentAccepted(presentPrivateChat(deps, { show, conversation }, known), await readFan(deps, known));
}

async function acceptIn(deps: SeatDeps, tx: Tx, known: SeatRow, site: SiteSettings): Promise<void> {
  const { repository, notification, show: shows, watch, clock } = deps;
  const { seat, show } = requireFound(await lockSeat(deps, tx, known));
  if (seat.state === 'running') return;
  const now = clock.now();
  if (seat.state !== 'asked' || show.state !== 'prepared' || (seat.answerBy && seat.answerBy <= now))
    throw new AppError('REQUEST_OVER');
  const live = await shows.repository.listLiveOf(seat.performerId, tx);
  if (live.some(({ type }) => type === 'private')) throw new AppError('SHOW_RUNNING');
  if (!live.some(({ type }) => type === 'public')) throw new AppError('REQUEST_OVER');
  const begun = await shows.beginPrivate(tx, show);
  const dueAt = new Date(now.getTime() + MINUTE_MS);
  const change = { state: 'running', startedAt: now, pausedAt: now, dueAt, updatedAt: now } as const;
  const running = await repository.update(seat.id, change, tx);
  await notification.withdraw({ userId: seat.performerId, ...REQUESTED, refId: show.id }, tx);
  await notifyOfAnswer(deps, tx, running, true);
  tx.afterCommit(() => watch.check(seat.id));
  await chargeMinute(deps, tx, { seat: running, show: begun, beginsAt: now, country: null, site }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new MinuteRefused(getSeatEnd(error.code)) : error;
    },
  );
}

/** Tells hosts that a fan cannot pay, but not why: spending limit, bank and age are private. */
function toHostError(by: SeatEnd): AppError {
  if (by === 'access') return new AppError('REQUEST_OVER');
  return new AppError('NOT_ENOUGH_BALANCE', {
    message: 'This fan can’t pay for a minute any more. Nothing was charged.',
  });
}

/**
 * Declines a request as its host, or withdraws it as its fan. Has no effect on a request that already ended.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for other accounts' requests; REQUEST_OVER once the show runs
 */
export async function declineRequest(
  deps: SeatDeps,
  { actor }: Caller,
  conversationId: string,
): Promise<{ declined: true }> {
  const known = await deps.repository.findByConversation(conversationId);
  if (!known || (actor.id !== known.performerId && actor.id !== known.userId)) throw new AppError('ENTITY_NOT_FOUND');
  const isHost = actor.id === known.performerId;
  await endRequest(deps, known, { state: isHost ? 'declined' : 'withdrawn' });
  return { declined: true };
}

async function endRequest(
  deps: SeatDeps,
  known: SeatRow,
  change: Parameters<typeof endLockedRequest>[3],
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const locked = requireFound(await lockSeat(deps, tx, known));
    if (locked.seat.state === 'running') throw new AppError('REQUEST_OVER');
    if (locked.seat.state === 'asked') await closeRequest(deps, tx, locked, change);
  });
}

export async function closeRequest(
  deps: SeatDeps,
  tx: Tx,
  locked: LockedSeat,
  change: Parameters<typeof endLockedRequest>[3],
): Promise<void> {
  await endLockedRequest(deps, tx, locked, change);
  if (change.state === 'declined') await notifyOfAnswer(deps, tx, locked.seat, false);
}

/** Ends a request that was not answered in time, or whose host ended the public show. */
export async function expireRequest(deps: SeatDeps, known: SeatRow): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockSeat(deps, tx, known);
    if (locked?.seat.state === 'asked') await closeRequest(deps, tx, locked, { state: 'expired' });
  });
}
