import { toCents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, isUser, type Caller } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import type { SiteSettings } from '../../site/settings/site-settings';
import { getEntryRefusal, type ShowRow } from '../show/entry-service';
import { ANSWER_MS } from './seat-clock';
import type { SeatDeps } from './seat-deps';
import { notifyOfRequest } from './seat-notifications';
import { presentPrivateChat, type PrivateChatView } from './seat-presenter';
import type { SeatRow } from './seat-repository';

/**
 * Sends a request to the host. Nothing is charged before the host accepts. A repeat returns the pending request.
 *
 * @param input.price the price that the fan saw, in dollars per minute.
 * @throws AppError ENTITY_NOT_FOUND, STREAM_OFFLINE, NOT_SUBSCRIBED, NOT_FOLLOWING, REMOVED_FROM_SHOW, PRICE_CHANGED,
 * SHOW_RUNNING, NOT_ENOUGH_BALANCE, SPENDING_LIMIT_REACHED, and errors of an account that cannot pay
 */
export async function requestPrivateShow(
  deps: SeatDeps,
  caller: Caller,
  { performerId, ...input }: EndpointPart<'requestPrivateChat', 'body'> & { performerId: string },
): Promise<PrivateChatView> {
  const { actor } = caller;
  assertAllowed(isUser(actor));
  const { repository: shows } = deps.show;
  const known = requireFound((await shows.findOpen(performerId)) ?? (await shows.findLatest(performerId)));
  const site = await deps.settings.read();
  const seat = await inTransaction(deps.db, async (tx) => {
    // This lock keeps the public show from ending or changing until the request is stored.
    const show = requireFound(await deps.entry.lockShared(known.id, tx));
    const minutePrice = await checkRequest(deps, tx, { caller, show, site });
    const waiting = await findWaiting(deps, tx, { userId: actor.id, performerId });
    if (waiting) return waiting;
    if (input.price !== undefined && toCents(input.price) !== minutePrice) throw new AppError('PRICE_CHANGED');
    await checkMoney(deps, tx, { userId: actor.id, amount: minutePrice });
    return storeRequest(deps, tx, { caller, performerId, price: minutePrice, note: input.userNote ?? '' });
  });
  return presentPrivateChat(deps, requireFound(await deps.entry.findByShow(seat.streamId)), seat);
}

async function checkRequest(
  { entry, eligibility }: SeatDeps,
  tx: Tx,
  { caller, show, site }: { caller: Caller; show: ShowRow; site: SiteSettings },
): Promise<Cents> {
  const { relation } = await entry.read(show, caller, tx);
  const refusal = getEntryRefusal(show, relation);
  if (refusal === 'ENTITY_NOT_FOUND' || show.startedAt === null) throw new AppError('ENTITY_NOT_FOUND');
  if (show.state !== 'live' || show.type !== 'public') throw new AppError('STREAM_OFFLINE');
  // A private show needs no ticket for the public show.
  if (refusal !== null && refusal !== 'TICKET_REQUIRED') throw new AppError(refusal);
  if (show.minutePrice === null)
    throw new AppError('STREAM_OFFLINE', { message: 'This creator takes no requests for private shows right now.' });
  const { actor, country } = caller;
  await eligibility.open(tx, { payerId: actor.id, sellerId: show.performerId, country, site });
  return show.minutePrice;
}

/** The caller must have locked the fan's account, so that two tabs run one after the other. @throws AppError SHOW_RUNNING */
async function findWaiting(
  { repository }: SeatDeps,
  tx: Tx,
  { userId, performerId }: Pick<SeatRow, 'userId' | 'performerId'>,
): Promise<SeatRow | null> {
  const [open] = await repository.listOpenOfFan(userId, tx);
  if (open && (open.performerId !== performerId || open.state !== 'asked')) throw new AppError('SHOW_RUNNING');
  return open ?? null;
}

async function checkMoney(
  { spendingLimit }: SeatDeps,
  tx: Tx,
  { userId, amount }: { userId: string; amount: Cents },
): Promise<void> {
  const { wallet } = await readPersonBalances(tx, userId);
  if (wallet < amount) throw new AppError('NOT_ENOUGH_BALANCE');
  await spendingLimit.assertWithin(tx, { userId, amount });
}

async function storeRequest(
  deps: SeatDeps,
  tx: Tx,
  { caller, performerId, price, note }: { caller: Caller; performerId: string; price: Cents; note: string },
): Promise<SeatRow> {
  const now = deps.clock.now();
  const { show, conversation } = await deps.show.preparePrivate(tx, { performerId, minutePrice: price });
  const seat = await deps.repository.insert(
    {
      streamId: show.id,
      conversationId: conversation.id,
      performerId,
      userId: caller.actor.id,
      state: 'asked',
      price,
      note,
      answerBy: new Date(now.getTime() + ANSWER_MS),
      createdAt: now,
      updatedAt: now,
    },
    tx,
  );
  await notifyOfRequest(deps, tx, seat);
  tx.afterCommit(() => deps.watch.check(seat.id));
  return seat;
}
