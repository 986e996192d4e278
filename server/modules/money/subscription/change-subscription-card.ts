import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { CardService } from '../payment/card-service';
import type { Renewable, RenewalKind } from './renewal-kind';

interface ChangeCardDeps<Row extends Renewable> extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  card: Pick<CardService, 'choose'>;
  kind: Pick<RenewalKind<Row>, 'lockOwn' | 'save'>;
}

/**
 * Changes the card that pays for a subscription, and retries a failed renewal immediately.
 *
 * @returns false if the actor does not pay for a subscription with this id.
 * @throws AppError CARD_REQUIRED if there is no such card
 */
export async function changeSubscriptionCard<Row extends Renewable>(
  { db, clock, jobs, card, kind }: ChangeCardDeps<Row>,
  actor: Actor,
  { id, cardIdOrToken }: { id: string; cardIdOrToken: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await kind.lockOwn(actor, id, tx);
    if (!row) return false;
    const { id: cardId } = await card.choose(row.userId, cardIdOrToken, tx);
    const isRetry = row.status === 'past_due';
    if (isRetry) await jobs.send('renew-subscriptions', {}, { tx });
    await kind.save(row, { cardId, ...(isRetry && { nextRecurringDate: clock.now() }) }, tx);
    return true;
  });
}
