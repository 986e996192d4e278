import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../../../../context';
import { isBlockedBy } from '../../../../db/conditions';
import { purchases } from '../../../../db/schema/money';
import { streams } from '../../../../db/schema/streams';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { Listener } from '../../../../events';
import type { JobData } from '../../../../jobs/queue';
import { eachOrThrow } from '../../../../lib/each-or-throw';
import { BLOCK_UNDO_MS } from '../../../identity/block/block-service';
import type { WalletService } from '../../../money/wallet/wallet-service';
import { MIN_SHOWN_SECONDS } from '../show-clock';

interface RefundDeps extends Pick<ServerContext, 'db' | 'jobs'> {
  wallet: Pick<WalletService, 'refund'>;
}

const REASONS = {
  ended: 'The show ended within its first five minutes.',
  blocked: 'You can’t see this show any more.',
} as const;

/** Pays tickets back that were worth nothing. Promises M-21. */
export function createTicketRefunds({ db, jobs, wallet }: RefundDeps) {
  /** A fan whom the host blocked while they watched keeps nothing of the ticket. */
  const listBlocked = (performerId: string, userId: string) =>
    db
      .select({ chargeId: purchases.chargeId })
      .from(purchases)
      .innerJoin(streams, eq(streams.id, purchases.targetId))
      .where(
        and(
          eq(purchases.target, 'stream'),
          eq(purchases.userId, userId),
          eq(streams.performerId, performerId),
          eq(streams.state, 'live'),
          isBlockedBy(performerId, userId),
        ),
      );

  const listSold = (streamId: string) =>
    db
      .select({ chargeId: purchases.chargeId })
      .from(purchases)
      .where(and(eq(purchases.target, 'stream'), eq(purchases.targetId, streamId)));

  return {
    onShowEnded: (async (tx, { streamId, shownSeconds }) => {
      if (shownSeconds < MIN_SHOWN_SECONDS) await jobs.send('refund-tickets', { streamId }, { tx });
    }) satisfies Listener<'showEnded'>,

    /** Not before the block can no longer be undone. */
    onFanBlockChanged: (async (tx, { performerId, userId, isBlocked, since }) => {
      const runAt = new Date(since.getTime() + BLOCK_UNDO_MS);
      if (isBlocked) await jobs.send('refund-tickets', { performerId, userId }, { tx, runAt });
    }) satisfies Listener<'fanBlockChanged'>,

    /** Each in a transaction of its own; what was paid back already is left. */
    async refund(job: JobData['refund-tickets']): Promise<void> {
      const rows = 'streamId' in job ? await listSold(job.streamId) : await listBlocked(job.performerId, job.userId);
      const reason = 'streamId' in job ? REASONS.ended : REASONS.blocked;
      await eachOrThrow(rows, ({ chargeId }) =>
        inTransaction(db, (tx) => wallet.refund(tx, chargeId, { reason })).catch(leaveToBank),
      );
    },
  };
}

/** While the bank of a card decides, it has the money. */
function leaveToBank(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'REFUND_NOT_POSSIBLE')) throw error;
}
