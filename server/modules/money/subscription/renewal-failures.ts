import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { CardService } from '../payment/card-service';
import type { TransactionRow } from '../payment/payment-service';
import type { PassedLimit } from '../spending-limit/spending-limit-service';
import type { FinalError, Renewable, RenewalKind, RetriedError, UserBlock } from './renewal-kind';
import { createRenewalNotifications, type RenewalNotificationDeps } from './renewal-notifications';
import { getFailedState, getPostponedState } from './renewal-retries';
import { isRunning } from './subscription-policy';

interface RenewalFailureDeps extends RenewalNotificationDeps {
  card: Pick<CardService, 'findForRenewal'>;
}

export type RenewalFailures<Row extends Renewable> = ReturnType<typeof createRenewalFailures<Row>>;

/** Retries or ends renewals that were not paid. Decisions 1, promises M-10, M-20. */
export function createRenewalFailures<Row extends Renewable>(
  { clock, env, jobs }: Pick<ServerContext, 'clock' | 'env' | 'jobs'>,
  { people, notification, card }: RenewalFailureDeps,
  kind: Pick<RenewalKind<Row>, 'describe' | 'end' | 'findBlock' | 'save'>,
) {
  const notify = createRenewalNotifications({ clock, env, jobs }, { people, notification });
  const describe = (row: Row, { siteName }: Pick<SiteSettings, 'siteName'>) => {
    const { performerId } = kind.describe(row);
    return { userId: row.userId, performerId, siteName };
  };

  /**
   * Schedules the next retry or ends the subscription, and notifies the payer.
   *
   * @param cause the failed payment; why there was none; the spending limit that it would have exceeded; null for an attempt
   * that the payer was already notified of.
   */
  async function fail(
    tx: Tx,
    row: Row,
    { cause, site }: { cause: TransactionRow | PassedLimit | RetriedError | null; site: SiteSettings },
  ) {
    const after = getFailedState(row.renewalAttempts + 1, clock.now());
    await kind.save(row, after, tx);
    const { nextRecurringDate } = after;
    const parties = describe(row, site);
    if (nextRecurringDate === null) await notify.ended(tx, parties, cause);
    else if (cause !== null) await notify.failed(tx, parties, cause, nextRecurringDate);
  }

  /** Ends a subscription that can no longer be paid. A blocked payer was notified of the block. */
  async function stop(
    tx: Tx,
    row: Row,
    { cause, site, block }: { cause: FinalError; site: SiteSettings; block: UserBlock },
  ): Promise<void> {
    await kind.end(row, tx);
    if (block === null) await notify.stopped(tx, describe(row, site), { cause, expiredAt: row.expiredAt });
  }

  return {
    fail,
    stop,

    /** Records a failed renewal payment: retries it later, or ends the subscription. */
    async recordFailure(tx: Tx, row: Row, failure: { failed: TransactionRow; site: SiteSettings }): Promise<void> {
      if (!isRunning(row)) {
        // The payer cancelled while the card was charged: no notification, but the attempt counts.
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      if (failure.failed.status === 'refunded') {
        // Other causes may have ended: the next run checks again, and ends the subscription if they remain.
        const block = await kind.findBlock(row, tx);
        if (block === 'final') return stop(tx, row, { cause: 'gone', site: failure.site, block });
        const later = getPostponedState(row.expiredAt, clock.now());
        return kind.save(row, { ...later, renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      const next = await card.findForRenewal(row.userId, row.cardId, tx);
      if (next && next.id !== failure.failed.cardId) {
        // The payer chose another card meanwhile: charge it before the renewal counts as failed.
        await jobs.send('renew-subscriptions', {}, { tx });
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1, nextRecurringDate: clock.now() }, tx);
      }
      await fail(tx, row, { cause: failure.failed, site: failure.site });
    },
  };
}
