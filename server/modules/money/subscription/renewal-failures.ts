import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { CardService } from '../payment/card-service';
import type { TransactionRow } from '../payment/payment-service';
import { isRenewing, type Renewable, type RenewalKind, type UserBlock } from './renewal-kind';
import { createRenewalNews, type RenewalNewsDependencies } from './renewal-news';
import { afterFailure, postponed } from './renewal-retries';

export interface RenewalFailureDependencies extends RenewalNewsDependencies {
  card: Pick<CardService, 'findForRenewal'>;
}

export type RenewalFailures<Row extends Renewable> = ReturnType<typeof createRenewalFailures<Row>>;

/** Retries of renewals that were not paid, and their end. Decisions 1, promises M-10, M-20. */
export function createRenewalFailures<Row extends Renewable>(
  { clock, env, jobs }: Pick<ServerContext, 'clock' | 'env' | 'jobs'>,
  { people, notification, card }: RenewalFailureDependencies,
  kind: Pick<RenewalKind<Row>, 'describe' | 'end' | 'findBlock' | 'save'>,
) {
  const news = createRenewalNews({ clock, env, jobs }, { people, notification });
  const about = (row: Row, { siteName }: Pick<SiteSettings, 'siteName'>) => {
    const { performerId } = kind.describe(row);
    return { userId: row.userId, performerId, siteName };
  };

  /**
   * The next try, or the end; the payer is told.
   *
   * @param cause the payment that failed, `age` where none was made since its payer did not declare it, or null for an
   * attempt that they were told of before.
   */
  async function fail(tx: Tx, row: Row, { cause, site }: { cause: TransactionRow | 'age' | null; site: SiteSettings }) {
    const after = afterFailure(row.renewalAttempts + 1, clock.now());
    await kind.save(row, after, tx);
    const { nextRecurringDate } = after;
    if (nextRecurringDate === null) await news.ended(tx, about(row, site), { isAgeMissing: cause === 'age' });
    else if (cause === 'age') await news.ageMissing(tx, about(row, site), nextRecurringDate);
    else if (cause) await news.failed(tx, about(row, site), cause, nextRecurringDate);
  }

  /** Ends one that cannot be paid for any more. A blocked payer was told when they were blocked. */
  async function stop(tx: Tx, row: Row, site: SiteSettings, block: UserBlock): Promise<void> {
    await kind.end(row, tx);
    if (block === null) await news.stopped(tx, about(row, site), row.expiredAt);
  }

  return {
    fail,
    stop,

    /** Records that the payment of a renewal came to nothing: another try later, or the end; the payer is told. */
    async takeFailure(tx: Tx, row: Row, failure: { failed: TransactionRow; site: SiteSettings }): Promise<void> {
      if (!isRenewing(row)) {
        // The payer cancelled while the card was charged: no news of it, but the attempt was made.
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      if (failure.failed.status === 'refunded') {
        // Whatever else kept it from being paid may be over by now: the next run asks again, and ends what is not wanted.
        const block = await kind.findBlock(row, tx);
        if (block === 'final') return stop(tx, row, failure.site, block);
        const later = postponed(row.expiredAt, clock.now());
        return kind.save(row, { ...later, renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      const next = await card.findForRenewal(row.userId, row.cardId, tx);
      if (next && next.id !== failure.failed.cardId) {
        // The payer chose another card meanwhile: that one is charged before anything is called failed.
        await jobs.send('renew-subscriptions', {}, { tx });
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1, nextRecurringDate: clock.now() }, tx);
      }
      await fail(tx, row, { cause: failure.failed, site: failure.site });
    },
  };
}
