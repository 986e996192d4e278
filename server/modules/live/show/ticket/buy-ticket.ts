import { assertAllowed, isUser } from '../../../../access';
import type { EndpointReply } from '@contract/schemas';
import { AppError, requireFound } from '../../../../errors';
import type { MoneyServices } from '../../../money/money-services';
import type { MoneyCaller } from '../../../money/wallet/wallet-service';
import { getEntryRefusal } from '../show-access';
import type { ShowDeps } from '../show-deps';

interface BuyTicketDeps extends Pick<ShowDeps, 'entry'> {
  unlockContent: MoneyServices['commands']['unlockContent'];
}

/**
 * Buys the ticket of a public show from the wallet. Charges nothing for free shows, nor for shows by the minute, which are
 * charged separately. Wire contract 2.13.
 *
 * @throws AppError ENTITY_NOT_FOUND, STREAM_OFFLINE, NOT_SUBSCRIBED, NOT_FOLLOWING, REMOVED_FROM_SHOW, and errors of a purchase
 */
export async function buyTicket(
  { entry, unlockContent }: BuyTicketDeps,
  caller: MoneyCaller,
  { id, expectedPrice }: { id: string; expectedPrice?: number },
): Promise<EndpointReply<'buyStream'>> {
  const { actor, country } = caller;
  assertAllowed(isUser(actor));
  const show = requireFound(await entry.find(id));
  const { relation, refusal } = await entry.read(show, { actor, country });
  if (refusal === 'ENTITY_NOT_FOUND' || show.startedAt === null) throw new AppError('ENTITY_NOT_FOUND');
  if (show.type !== 'public') return { success: true };
  const isTicketSold = getEntryRefusal(show, { ...relation, hasTicket: false }) === 'TICKET_REQUIRED';
  // Called even after the show, so that a repeated request returns the first purchase.
  if (isTicketSold) return unlockContent(caller, { target: 'stream', id, expectedPrice });
  if (show.state !== 'live') throw new AppError('STREAM_OFFLINE');
  if (refusal !== null) throw new AppError(refusal);
  return { success: true };
}
