import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { paymentTransactions, platformSubscriptions, subscriptions, walletCharges } from '../../../db/schema/money';
import type { ReceiptFacts } from './receipt-facts';

/** What receipts are made of: the payments and charges themselves, which never change once they are over. */
export function createReceiptRepository(db: Db) {
  return {
    async findPayment(id: string) {
      const [row] = await db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id));
      return row ?? null;
    },

    async findCharge(id: string) {
      const [row] = await db.select().from(walletCharges).where(eq(walletCharges.id, id));
      return row ?? null;
    },

    /** The subscription that a payment is for, as it stands now; null for other payments. */
    async findSubscription({ kind, userId, performerId }: Pick<ReceiptFacts, 'kind' | 'userId' | 'performerId'>) {
      if (kind === 'platform-subscription') {
        const { status, nextRecurringDate, expiredAt, price } = platformSubscriptions;
        const [row] = await db
          .select({ status, nextRecurringDate, expiredAt, price })
          .from(platformSubscriptions)
          .where(eq(platformSubscriptions.userId, userId));
        return row ?? null;
      }
      if (performerId === null || (kind !== 'subscription' && kind !== 'trial')) return null;
      const { status, nextRecurringDate, expiredAt, price } = subscriptions;
      const [row] = await db
        .select({ status, nextRecurringDate, expiredAt, price })
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId)));
      return row ?? null;
    },
  };
}
