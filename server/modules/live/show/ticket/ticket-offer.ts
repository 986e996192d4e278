import { cents, type Cents } from '@contract/base/money';
import type { ErrorCode } from '@contract/base/errors';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { getEntryRefusal } from '../show-access';
import type { ShowDeps } from '../show-deps';

interface TicketOffer {
  performerId: string;
  price: Cents;
  name: string;
  sessionId: string;
  unready: ErrorCode | null;
}

/**
 * The ticket of a live show, for a fan who can otherwise enter. Locks the show, which can neither end nor change until the
 * transaction ends.
 *
 * @returns null if the show does not exist for the fan.
 * @throws AppError NOT_SUBSCRIBED, NOT_FOLLOWING, REMOVED_FROM_SHOW
 */
export async function lockTicketForSale(
  { access, clock }: Pick<ShowDeps, 'access' | 'clock'>,
  id: string,
  buyerId: string,
  tx: Tx,
): Promise<TicketOffer | null> {
  const show = await access.lockShared(id, tx);
  if (!show || show.type !== 'public' || show.startedAt === null) return null;
  // The check of payer and creator covers countries.
  const buyer = { actor: { id: buyerId, operatorRole: null }, country: null };
  const relation = await access.readRelation(show, buyer, clock.now(), tx);
  // The purchase itself rejects a second ticket.
  const refusal = getEntryRefusal(show, { ...relation, hasTicket: false });
  if (refusal === 'ENTITY_NOT_FOUND') return null;
  const isForSale = refusal === 'TICKET_REQUIRED';
  if (refusal !== null && !isForSale) throw new AppError(refusal);
  return {
    performerId: show.performerId,
    price: isForSale ? (show.price ?? cents(0)) : cents(0),
    name: show.title,
    sessionId: show.sessionId,
    unready: show.state === 'live' ? null : 'STREAM_OFFLINE',
  };
}
