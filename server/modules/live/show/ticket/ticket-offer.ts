import { cents, type Cents } from '@contract/base/money';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { getEntryRefusal } from '../show-access';
import type { ShowDeps } from '../show-deps';

interface TicketOffer {
  performerId: string;
  price: Cents;
  name: string;
  sessionId: string;
  refusal: AppError | null;
}

/**
 * The ticket of a live show, for a fan who can otherwise enter. Locks the show, which can neither end nor change until the
 * transaction ends.
 *
 * @returns null if the show does not exist for the fan; with the refusal NOT_SUBSCRIBED, NOT_FOLLOWING or REMOVED_FROM_SHOW if
 * they cannot enter, and STREAM_OFFLINE if it has ended
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
  const entry = getEntryRefusal(show, { ...relation, hasTicket: false });
  if (entry === 'ENTITY_NOT_FOUND') return null;
  const isForSale = entry === 'TICKET_REQUIRED';
  const offline = show.state === 'live' ? null : 'STREAM_OFFLINE';
  const refusal = isForSale ? offline : (entry ?? offline);
  return {
    performerId: show.performerId,
    price: isForSale ? (show.price ?? cents(0)) : cents(0),
    name: show.title,
    sessionId: show.sessionId,
    refusal: refusal && new AppError(refusal),
  };
}
