import { toCents } from '@contract/base/money';
import { assertAllowed, isUser } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import type { MoneyCaller } from '../../money/wallet/wallet-service';
import { getHostAwaySince } from '../show/show-service';
import type { ShowRow } from '../show/entry-service';
import { chargeMinute } from './charge-minute';
import { MINUTE_MS } from './seat-clock';
import type { SeatDeps } from './seat-deps';
import { presentSeats, type SeatView } from './seat-presenter';
import type { SeatRow } from './seat-repository';
import type { SiteSettings } from '../../site/settings/site-settings';

interface Joining {
  id: string;
  /** The price that the fan saw, in dollars per minute. */
  price: number;
}

/**
 * Joins a group show and charges the first minute. Does nothing if the fan is already in the show.
 *
 * @throws AppError ENTITY_NOT_FOUND, STREAM_OFFLINE, NOT_SUBSCRIBED, NOT_FOLLOWING, REMOVED_FROM_SHOW, PRICE_CHANGED,
 * SHOW_RUNNING and errors of a charge
 */
export async function joinGroupShow(deps: SeatDeps, caller: MoneyCaller, input: Joining): Promise<SeatView> {
  const { actor, key } = caller;
  assertAllowed(isUser(actor));
  const site = await deps.settings.read();
  const call = { accountId: actor.id, route: 'joinGroupShow', key, input };
  const { id } = await inTransaction(deps.db, (tx) =>
    runIdempotent(tx, call, async () => ({ id: (await joinIn(deps, tx, { caller, input, site })).id })),
  );
  const [view] = await presentSeats(deps, [requireFound(await deps.details.find(id))], actor.id);
  return requireFound(view);
}

async function joinIn(
  deps: SeatDeps,
  tx: Tx,
  { caller, input, site }: { caller: MoneyCaller; input: Joining; site: SiteSettings },
): Promise<SeatRow> {
  const { actor, country } = caller;
  const { repository, clock, watch, eligibility } = deps;
  const show = requireFound(await deps.entry.lockShared(input.id, tx));
  await checkEntry(deps, tx, caller, show);
  // Locks the fan's account, so that requests from two tabs run one after the other.
  await eligibility.open(tx, { payerId: actor.id, sellerId: show.performerId, country, site });
  const [open] = await repository.listOpenOfFan(actor.id, tx);
  if (open?.streamId === show.id) return open;
  if (open) throw new AppError('SHOW_RUNNING');
  const price = show.minutePrice;
  if (price === null || toCents(input.price) !== price) throw new AppError('PRICE_CHANGED');
  const { id: conversationId } = requireFound(await deps.show.repository.findConversation(show.id, tx));
  const now = clock.now();
  const seat = await repository.insert(
    {
      streamId: show.id,
      conversationId,
      performerId: show.performerId,
      userId: actor.id,
      state: 'running',
      price,
      startedAt: now,
      dueAt: new Date(now.getTime() + MINUTE_MS),
      pausedAt: getHostAwaySince(show, now) && now,
      createdAt: now,
      updatedAt: now,
    },
    tx,
  );
  tx.afterCommit(() => watch.check(seat.id));
  await chargeMinute(deps, tx, { seat, show, beginsAt: now, country, site });
  return seat;
}

async function checkEntry({ entry }: SeatDeps, tx: Tx, caller: MoneyCaller, show: ShowRow): Promise<void> {
  const { refusal } = await entry.read(show, caller, tx);
  if (show.type !== 'group' || show.startedAt === null || refusal === 'ENTITY_NOT_FOUND')
    throw new AppError('ENTITY_NOT_FOUND');
  if (show.state !== 'live') throw new AppError('STREAM_OFFLINE');
  // TICKET_REQUIRED only means that the fan has no seat yet.
  if (refusal !== null && refusal !== 'TICKET_REQUIRED') throw new AppError(refusal);
}
