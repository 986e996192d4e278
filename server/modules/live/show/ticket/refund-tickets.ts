import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { Listener } from '../../../../events';
import type { JobData } from '../../../../jobs/job-data';
import { eachOrThrow } from '../../../../lib/each-or-throw';
import { BLOCK_UNDO_MS } from '../../../identity/block/block-service';
import type { WalletService } from '../../../money/wallet/wallet-service';
import { isTooShortForTickets } from '../show-clock';
import { listTicketsToRefund } from './tickets-to-refund';

interface RefundDeps extends Pick<ServerContext, 'db' | 'jobs' | 'clock'> {
  wallet: Pick<WalletService, 'refund'>;
}

/** Refunds tickets to shows that fans could not see. Promises M-21. */
export function createTicketRefunds({ db, jobs, clock, wallet }: RefundDeps) {
  return {
    onShowEnded: (async (tx, { streamId, shownSeconds }) => {
      if (isTooShortForTickets(shownSeconds)) await jobs.send('refund-tickets', { streamId }, { tx });
    }) satisfies Listener<'showEnded'>,

    /** Refunds once the host can no longer undo the block. */
    onFanBlockChanged: (async (tx, { performerId, userId, isBlocked, since }) => {
      const runAt = new Date(since.getTime() + BLOCK_UNDO_MS);
      const job = { performerId, userId, since: since.toISOString() };
      if (isBlocked) await jobs.send('refund-tickets', job, { tx, runAt });
    }) satisfies Listener<'fanBlockChanged'>,

    /** Waits as long as for a block, because the host can let the fan in again. */
    onViewerRemoved: (async (tx, { streamId, accountId }) => {
      const runAt = new Date(clock.now().getTime() + BLOCK_UNDO_MS);
      await jobs.send('refund-tickets', { streamId, removedId: accountId }, { tx, runAt });
    }) satisfies Listener<'viewerRemoved'>,

    async refund(job: JobData['refund-tickets']): Promise<void> {
      const { rows, reason } = await listTicketsToRefund(db, job);
      await eachOrThrow(rows, ({ chargeId }) =>
        inTransaction(db, (tx) => wallet.refund(tx, chargeId, { reason })).catch(leaveToBank),
      );
    },
  };
}

/** Ignores tickets that cannot be refunded because the bank holds the money during a card dispute. */
function leaveToBank(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'REFUND_NOT_POSSIBLE')) throw error;
}
