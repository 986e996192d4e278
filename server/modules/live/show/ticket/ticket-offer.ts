import { cents, type Cents } from '@contract/base/money';
import type { ErrorCode } from '@contract/base/errors';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { getEntryRefusal } from '../show-access';
import type { ShowDeps } from '../show-deps';

/** A ticket that can be sold. */
interface TicketOffer {
  performerId: string;
  price: Cents;
  name: string;
  sessionId: string;
  unready: ErrorCode | null;
}

/**
 * The ticket of a live show, for one fan who lacks nothing else. Until the transaction ends the show neither ends nor changes.
 *
 * @returns null for shows that are not there for them.
 * @throws AppError NOT_SUBSCRIBED, NOT_FOLLOWING, REMOVED_FROM_SHOW
 */
export async function lockTicketForSale(
  { repository, clock }: Pick<ShowDeps, 'repository' | 'clock'>,
  id: string,
  buyerId: string,
  tx: Tx,
): Promise<TicketOffer | null> {
  const show = await repository.lockShared(id, tx);
  if (!show || show.type !== 'public' || show.startedAt === null) return null;
  // Countries are checked where payer and creator are.
  const buyer = { actor: { id: buyerId, isAdmin: false }, country: null };
  const relation = await repository.readRelation(show, buyer, clock.now(), tx);
  // The sale itself refuses a second ticket.
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
