import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { ReceiptService } from '../receipt/receipt-service';
import type { RenewalKind } from './renewal-kind';
import { canCancel, isRunning } from './subscription-policy';
import { subscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface CancelDeps extends Pick<ServerContext, 'db'> {
  receipt: Pick<ReceiptService, 'notifyCancelled'>;
  kind: Pick<RenewalKind<SubscriptionRow>, 'end'>;
}

/** Cancels a subscription; a repeat does nothing. @returns false if it does not exist or is not the actor's. Promises A-7. */
export async function cancelSubscription(
  { db, receipt, kind }: CancelDeps,
  actor: Actor,
  id: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await subscriptionRepository.lock(id, tx);
    if (!row || !canCancel(actor, row)) return false;
    if (!isRunning(row)) return true;
    await kind.end(row, tx);
    await receipt.notifyCancelled(tx, { userId: row.userId, performerId: row.performerId, until: row.expiredAt });
    return true;
  });
}
