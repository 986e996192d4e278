import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { ReceiptService } from '../receipt/receipt-service';
import type { Renewable, RenewalKind } from './renewal-kind';
import { getResumedState } from './renewal-retries';
import { getRenewalPrice } from './subscription-price';

export interface RestartDeps<Row extends Renewable> extends Pick<ServerContext, 'clock' | 'jobs'> {
  receipt: Pick<ReceiptService, 'notifyResumed'>;
  kind: Pick<RenewalKind<Row>, 'save' | 'describe'>;
}

/** Resumes a canceled subscription. @param renewsAt as in `getResumedState` */
export async function restartRenewals<Row extends Renewable>(
  { clock, jobs, receipt, kind }: RestartDeps<Row>,
  row: Row,
  renewsAt: Date | null,
  tx: Tx,
): Promise<void> {
  const { userId, renewalAttempts } = row;
  const { performerId } = kind.describe(row);
  const now = clock.now();
  const state = getResumedState({ renewalAttempts, renewsAt }, now);
  await kind.save(row, state, tx);
  const isDue = state.nextRecurringDate !== null && state.nextRecurringDate <= now;
  if (isDue) await jobs.send('renew-subscriptions', {}, { tx });
  if (renewsAt)
    await receipt.notifyResumed(tx, { userId, performerId, price: getRenewalPrice(row, renewsAt), renewsAt });
  // The payer was not notified of price changes while the subscription was canceled.
  if (renewsAt) await jobs.send('announce-prices', { performerId, userId }, { tx });
}
