import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { CardService } from '../payment/card-service';
import { quote, toRenewalKey, type PaymentService } from '../payment/payment-service';
import type { TaxService } from '../payment/tax-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { RenewalFailures } from './renewal-failures';
import { isRenewing, type Renewable, type RenewalKind } from './renewal-kind';
import { afterResume, postponed } from './renewal-retries';

export interface RenewalDependencies {
  settings: SettingsService;
  payment: PaymentService;
  card: CardService;
  tax: TaxService;
}

/** Subscriptions that one run of the job takes; what is left over is another run's. */
const BATCH = 200;
/** Renewals at once: each holds a connection for a moment and waits for the gateway without one. */
const AT_ONCE = 4;

const isDue = (row: Renewable, now: Date): boolean =>
  isRenewing(row) && row.nextRecurringDate !== null && row.nextRecurringDate <= now;

/**
 * Renews subscriptions: one payment for each period and attempt, whatever is run twice, at once or after a crash. Whatever
 * happens, one that runs is paid for its period, in a retry with a date, or over. Decisions 1, promises M-10, M-20.
 */
export function createRenewals<Row extends Renewable>(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { settings, payment, card, tax }: RenewalDependencies,
  { kind, failures }: { kind: RenewalKind<Row>; failures: Pick<RenewalFailures<Row>, 'fail' | 'stop'> },
) {
  /** Begins the payment of one that is due. @returns its id; null when there is nothing to drive. */
  async function open(row: Row): Promise<string | null> {
    const [rate, site] = await Promise.all([tax.readRate(row.taxLocation), settings.read()]);
    const now = clock.now();
    return inTransaction(db, async (tx) => {
      await payment.lockReference({ ...kind.describe(row), userId: row.userId }, tx);
      let refusal = await kind.findRefusal(row, tx, site);
      const block = refusal === 'gone' ? await kind.findBlock(row, tx) : null;
      // What stopped it may have been a block that is undone by now.
      if (refusal === 'gone' && block === null) refusal = await kind.findRefusal(row, tx, site);
      const current = await kind.lock(row, tx);
      if (!current || !isDue(current, now)) return null;
      if (refusal === 'age') {
        await failures.fail(tx, current, { cause: 'age', site });
        return null;
      }
      if (refusal === 'gone') {
        // A block that is undone never was: what it stops stays due, and a later run of the job takes it.
        if (block !== 'undoable') await failures.stop(tx, current, site, block);
        return null;
      }
      const { id, userId, price, taxLocation, expiredAt, renewalAttempts } = current;
      const opened = await payment.openRenewal(tx, {
        ...kind.describe(current),
        id: newId(now.getTime()),
        key: toRenewalKey(id, expiredAt ?? now, renewalAttempts),
        userId,
        quote: quote({ original: price, off: 0, taxRate: rate }),
        coupon: null,
        taxLocation,
        card: await card.findForRenewal(userId, current.cardId, tx),
      });
      // An attempt that was made already cannot be made again: the next one follows, or nothing would ever happen.
      if (opened === 'used') await failures.fail(tx, current, { cause: null, site });
      return typeof opened === 'string' ? null : opened.id;
    });
  }

  /** Puts one off that could not be asked for, so that it neither waits for ever nor in others' way. */
  async function postpone(row: Row): Promise<void> {
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      const current = await kind.lock(row, tx);
      if (current && isDue(current, now)) await kind.save(current, postponed(current.expiredAt, now), tx);
    });
  }

  async function renew(id: string): Promise<void> {
    const row = await kind.find(id);
    if (!row) return;
    let paymentId: string | null;
    try {
      paymentId = await open(row);
    } catch (error) {
      await postpone(row);
      throw error;
    }
    if (paymentId !== null) await payment.drive(paymentId);
  }

  return {
    /**
     * Renews a batch of what is due, some at once.
     *
     * @returns true when more may be due.
     * @throws AggregateError of those that could not be renewed now; the others were, and these have another date.
     */
    async renewDue(): Promise<boolean> {
      const ids = await kind.listDue(clock.now(), BATCH);
      await eachOrThrow(ids, renew, { atOnce: AT_ONCE });
      return ids.length === BATCH;
    },

    /**
     * What another card changes. A renewal that failed is due again, whatever its next try was.
     *
     * @throws AppError CARD_REQUIRED when there is no such card.
     */
    async withCard(tx: Tx, row: Row, idOrToken: string) {
      const { id } = await card.choose(row.userId, idOrToken, tx);
      const now = clock.now();
      if (row.status !== 'past_due') return { cardId: id, updatedAt: now };
      await jobs.send('renew-subscriptions', {}, { tx });
      return { cardId: id, nextRecurringDate: now, updatedAt: now };
    },

    /** Lets a cancelled one go on. @param renewsAt see `afterResume`. */
    async resume(tx: Tx, row: Row, renewsAt: Date | null): Promise<void> {
      const now = clock.now();
      const state = afterResume({ renewalAttempts: row.renewalAttempts, renewsAt }, now);
      await kind.save(row, state, tx);
      if (state.nextRecurringDate !== null && state.nextRecurringDate <= now)
        await jobs.send('renew-subscriptions', {}, { tx });
    },
  };
}
