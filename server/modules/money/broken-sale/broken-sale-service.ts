import type { ServerContext } from '../../../context';
import type { Listener } from '../../../events';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { createBrokenSaleRepository } from './broken-sale-repository';
import { refundBrokenSale, type RefundDeps } from './refund-broken-sale';
import { reportBrokenFile, type ReportDeps } from './report-broken-file';

const BATCH_SIZE = 200;

/**
 * Sold content whose file broke. The creator has three days to replace the file; after that, its buyers are refunded. Messages
 * cannot be edited, so their buyers are refunded immediately. ADR 34, promises M-21.
 */
export function createBrokenSaleService(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { wallet, order, notification }: Pick<RefundDeps, 'wallet' | 'order'> & Pick<ReportDeps, 'notification'>,
) {
  const repository = createBrokenSaleRepository(db);
  const onFileFailed: Listener<'fileFailed'> = (tx, file) => reportBrokenFile({ clock, jobs, notification }, tx, file);

  return {
    onFileFailed,

    /** Refunds a batch of due sales that are still broken. Can run concurrently. @throws AggregateError of failed ones */
    async refundDue(): Promise<void> {
      const due = await repository.listDue(clock.now(), BATCH_SIZE);
      await eachOrThrow(due, (row) => refundBrokenSale({ db, clock, wallet, order, repository }, row));
    },
  };
}
