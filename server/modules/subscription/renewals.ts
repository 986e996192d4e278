import { cents, type Cents } from '@contract/money';
import type { ServerContext } from '../../context';
import { newId } from '../../db/columns';
import { inTransaction, type Tx } from '../../db/transaction';
import type { TaxLocation } from '../../gateways/tax';
import type { CardService } from '../payment/card-service';
import {
  quote,
  renewalKey,
  type PaymentPlan,
  type PaymentService,
  type TransactionRow,
} from '../payment/payment-service';
import type { TaxService } from '../payment/tax-service';
import type { PeopleService } from '../people/people-service';
import type { SiteSettings } from '../settings/site-settings';
import { renewalEndedMail, renewalFailedMail } from './renewal-mails';
import { afterFailure, type AfterFailure } from './renewal-retries';

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

/** How one kind of subscription is stored and named. */
interface RenewalKind<Row extends Renewable> {
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** Stores what a failure did to it. */
  saveFailure(row: Row, after: AfterFailure, tx: Tx): Promise<void>;
  /** Ends it without another try. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}

export interface RenewalDependencies {
  people: PeopleService;
  payment: PaymentService;
  card: CardService;
  tax: TaxService;
}

export type Renewals<Row extends Renewable> = ReturnType<typeof createRenewals<Row>>;

const isDue = ({ status, nextRecurringDate }: Renewable, now: Date): boolean =>
  (status === 'active' || status === 'past_due') && nextRecurringDate !== null && nextRecurringDate <= now;

/**
 * Renews subscriptions: one payment for each period and attempt, whatever is run twice, at once or after a crash.
 * Decisions 1, promises M-10.
 */
export function createRenewals<Row extends Renewable>(
  { db, clock, env, jobs }: Pick<ServerContext, 'db' | 'clock' | 'env' | 'jobs'>,
  { people, payment, card, tax }: RenewalDependencies,
  kind: RenewalKind<Row>,
) {
  return {
    /**
     * Renews one that is due.
     *
     * @param isWanted false when one side is gone or keeps the other out: then it ends instead.
     */
    async renew(row: Row, isWanted: boolean): Promise<void> {
      const rate = await tax.readRate(row.taxLocation);
      const now = clock.now();
      const paymentId = await inTransaction(db, async (tx) => {
        const current = await kind.lock(row, tx);
        if (!current || !isDue(current, now)) return null;
        if (!isWanted) {
          await kind.end(current, tx);
          return null;
        }
        const { id, userId, price, taxLocation, expiredAt, renewalAttempts } = current;
        return payment.openRenewal(tx, {
          ...kind.describe(current),
          id: newId(now.getTime()),
          key: renewalKey(id, expiredAt ?? now, renewalAttempts),
          userId,
          quote: quote({ original: price, off: 0, taxRate: rate }),
          coupon: null,
          taxLocation,
          card: await card.findForRenewal(userId, current.cardId, tx),
        });
      });
      if (paymentId !== null) await payment.drive(paymentId);
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

    /** Takes a failed renewal in: another try later with a mail, or the end. */
    async fail(tx: Tx, row: Row, { failed, site }: { failed: TransactionRow; site: SiteSettings }): Promise<void> {
      // Who cancelled while the card was asked hears nothing more of it.
      if (row.status !== 'active' && row.status !== 'past_due') return;
      if (failed.status !== 'fail') return kind.end(row, tx);
      const after = afterFailure(row.renewalAttempts + 1, clock.now());
      await kind.saveFailure(row, after, tx);
      const to = (await people.find(row.userId, tx))?.account.email;
      if (!to) return;
      const { siteName } = site;
      const about = { to, siteName, name: kind.describe(row).name, url: `${env.WEB_PUBLIC_URL}/user/cards` };
      const { nextRecurringDate: nextTry } = after;
      const details = {
        amount: cents(failed.totalPrice),
        reason: failed.failureMessage,
        nextTry: nextTry ?? clock.now(),
      };
      const mail = nextTry ? renewalFailedMail({ ...about, ...details }) : renewalEndedMail(about);
      await jobs.send('send-mail', mail, { tx });
    },
  };
}
