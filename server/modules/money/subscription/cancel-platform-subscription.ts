import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { ReceiptService } from '../receipt/receipt-service';
import { platformRepository, type PlatformRow } from './platform-repository';
import type { RenewalKind } from './renewal-kind';

interface CancelDeps extends Pick<ServerContext, 'db'> {
  receipt: Pick<ReceiptService, 'notifyCancelled'>;
  kind: Pick<RenewalKind<PlatformRow>, 'end'>;
}

/** Cancels the subscription; a repeat does nothing. @param id by default the actor's. @returns false if the actor has none */
export async function cancelPlatformSubscription(
  { db, receipt, kind }: CancelDeps,
  actor: Actor,
  id?: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await platformRepository.lock(actor.id, tx);
    if (!row || (id !== undefined && row.id !== id)) return false;
    if (row.status === 'deactivated') return true;
    await kind.end(row, tx);
    await receipt.notifyCancelled(tx, { userId: actor.id, performerId: null, until: row.expiredAt });
    return true;
  });
}
