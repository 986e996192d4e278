import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { CardService } from '../payment/card-service';
import type { PaymentService } from '../payment/payment-service';
import { hasTriedCard } from './last-attempt';
import type { Renewable, RenewalKind } from './renewal-kind';

interface ChangeCardDeps<Row extends Renewable> extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  card: Pick<CardService, 'choose'>;
  payment: Pick<PaymentService, 'hasPayment'>;
  kind: Pick<RenewalKind<Row>, 'lockOwn' | 'save'>;
}

/**
 * Changes the card that pays for a subscription, and immediately retries a renewal whose card was declined. Another card does
 * not help a renewal that failed for another reason, and a retry would count towards its end.
 *
 * @returns false if the actor does not pay for a subscription with this id.
 * @throws AppError CARD_REQUIRED if there is no such card
 */
export async function changeSubscriptionCard<Row extends Renewable>(
  { db, clock, jobs, card, payment, kind }: ChangeCardDeps<Row>,
  actor: Actor,
  { id, cardIdOrToken }: { id: string; cardIdOrToken: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await kind.lockOwn(actor, id, tx);
    if (!row) return false;
    const { id: cardId } = await card.choose(row.userId, cardIdOrToken, tx);
    const isRetry = row.status === 'past_due' && (await hasTriedCard(payment, row, tx));
    if (isRetry) await jobs.send('renew-subscriptions', {}, { tx });
    await kind.save(row, { cardId, ...(isRetry && { nextRecurringDate: clock.now() }) }, tx);
    return true;
  });
}
