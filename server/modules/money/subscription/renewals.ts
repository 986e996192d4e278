import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { TaxLocation } from '../../../gateways/tax';
import type { CardService } from '../payment/card-service';
import {
  quote,
  renewalKey,
  type PaymentPlan,
  type PaymentService,
  type TransactionRow,
} from '../payment/payment-service';
import type { TaxService } from '../payment/tax-service';
import type { BlockService } from '../../identity/block/block-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { createRenewalNews, type RenewalNewsDependencies } from './renewal-news';
import { afterFailure, afterResume, postponed, type AfterFailure } from './renewal-retries';

/** What both kinds of subscription have in common. */
interface Renewable {
  id: string;
  userId: string;
  status: string;
  price: Cents;
  cardId: string | null;
  taxLocation: TaxLocation | null;
  expiredAt: Date | null;
  nextRecurringDate: Date | null;
  renewalAttempts: number;
}

type UserBlock = Awaited<ReturnType<BlockService['findUserBlock']>>;

/** Columns that say how its renewals stand; what is absent stays. */
export type RenewalState = Partial<Omit<AfterFailure, 'status'>> & { status?: AfterFailure['status'] | 'active' };

/** How one kind of subscription is stored and named. */
interface RenewalKind<Row extends Renewable> {
  /** Ids of at most `most` that are due and have no payment under way, the longest waiting first. */
  listDue(now: Date, most: number): Promise<string[]>;
  find(id: string): Promise<Row | null>;
  /** Whether both sides are still there for each other; holds them so. Asked before the row is locked. */
  isWanted(row: Row, tx: Tx, site: SiteSettings): Promise<boolean>;
  /** How the seller keeps the payer out, of one that is not wanted. */
  findBlock(row: Row, tx: Tx): Promise<UserBlock>;
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** Stores how its renewals stand, `deactivated` included. */
  save(row: Row, state: RenewalState, tx: Tx): Promise<void>;
  /** Ends it without another try. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}

export interface RenewalDependencies extends RenewalNewsDependencies {
  settings: SettingsService;
  payment: PaymentService;
  card: CardService;
  tax: TaxService;
}

export type Renewals<Row extends Renewable> = ReturnType<typeof createRenewals<Row>>;

/** Subscriptions that one run of the job takes; what is left over is another run's. */
const BATCH = 200;
/** Renewals at once: each holds a connection for a moment and waits for the gateway without one. */
const AT_ONCE = 4;

const runningStatuses = ['active', 'past_due'];

const isDue = ({ status, nextRecurringDate }: Renewable, now: Date): boolean =>
  runningStatuses.includes(status) && nextRecurringDate !== null && nextRecurringDate <= now;

/**
 * Renews subscriptions: one payment for each period and attempt, whatever is run twice, at once or after a crash. Whatever
 * happens, one that runs is paid for its period, in a retry with a date, or over. Decisions 1, promises M-10, M-20.
 */
export function createRenewals<Row extends Renewable>(
  { db, clock, env, jobs }: Pick<ServerContext, 'db' | 'clock' | 'env' | 'jobs'>,
  { people, notification, settings, payment, card, tax }: RenewalDependencies,
  kind: RenewalKind<Row>,
) {
  const news = createRenewalNews({ clock, env, jobs }, { people, notification });
  const about = (row: Row, { siteName }: Pick<SiteSettings, 'siteName'>) => {
    const { performerId } = kind.describe(row);
    return { userId: row.userId, performerId, siteName };
  };

  /** The next try, or the end; the payer is told. @param failed null for an attempt that they were told of before. */
  async function fail(tx: Tx, row: Row, { failed, site }: { failed: TransactionRow | null; site: SiteSettings }) {
    const after = afterFailure(row.renewalAttempts + 1, clock.now());
    await kind.save(row, after, tx);
    const { nextRecurringDate } = after;
    if (nextRecurringDate === null) await news.ended(tx, about(row, site));
    else if (failed) await news.failed(tx, about(row, site), failed, nextRecurringDate);
  }

  /** Ends one that cannot be paid for any more; whoever is blocked was told when they were. */
  async function stop(tx: Tx, row: Row, site: SiteSettings, block: UserBlock): Promise<void> {
    await kind.end(row, tx);
    if (block === null) await news.stopped(tx, about(row, site), row.expiredAt);
  }

  /** Begins the payment of one that is due. @returns its id; null when there is nothing to drive. */
  async function open(row: Row): Promise<string | null> {
    const [rate, site] = await Promise.all([tax.readRate(row.taxLocation), settings.read()]);
    const now = clock.now();
    return inTransaction(db, async (tx) => {
      await payment.lockSubject({ ...kind.describe(row), userId: row.userId }, tx);
      let isWanted = await kind.isWanted(row, tx, site);
      const block = isWanted ? null : await kind.findBlock(row, tx);
      // What stopped it may have been a block that is undone by now.
      if (!isWanted && block === null) isWanted = await kind.isWanted(row, tx, site);
      const current = await kind.lock(row, tx);
      if (!current || !isDue(current, now)) return null;
      if (!isWanted) {
        // A block that is undone never was: what it stops stays due, and a later run of the job takes it.
        if (block !== 'undoable') await stop(tx, current, site, block);
        return null;
      }
      const { id, userId, price, taxLocation, expiredAt, renewalAttempts } = current;
      const opened = await payment.openRenewal(tx, {
        ...kind.describe(current),
        id: newId(now.getTime()),
        key: renewalKey(id, expiredAt ?? now, renewalAttempts),
        userId,
        quote: quote({ original: price, off: 0, taxRate: rate }),
        coupon: null,
        taxLocation,
        card: await card.findForRenewal(userId, current.cardId, tx),
      });
      // An attempt that was made already cannot be made again: the next one follows, or nothing would ever happen.
      if (opened === 'used') await fail(tx, current, { failed: null, site });
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

    /** Takes a renewal in whose payment came to nothing: another try later, or the end; the payer is told. */
    async takeFailure(tx: Tx, row: Row, failure: { failed: TransactionRow; site: SiteSettings }): Promise<void> {
      if (!runningStatuses.includes(row.status)) {
        // Who cancelled while the card was asked hears nothing more of it, but the attempt was made.
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      if (failure.failed.status === 'refunded') {
        // Whatever else kept it from being paid may be over by now: the next run asks anew, and ends what is not wanted.
        const block = await kind.findBlock(row, tx);
        if (block === 'final') return stop(tx, row, failure.site, block);
        const later = postponed(row.expiredAt, clock.now());
        return kind.save(row, { ...later, renewalAttempts: row.renewalAttempts + 1 }, tx);
      }
      const next = await card.findForRenewal(row.userId, row.cardId, tx);
      if (next && next.id !== failure.failed.cardId) {
        // The payer chose another card meanwhile: that one is asked before anything is called failed.
        await jobs.send('renew-subscriptions', {}, { tx });
        return kind.save(row, { renewalAttempts: row.renewalAttempts + 1, nextRecurringDate: clock.now() }, tx);
      }
      await fail(tx, row, failure);
    },
  };
}
