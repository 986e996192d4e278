import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { paymentTransactions, platformSubscriptions, subscriptions, walletCharges } from '../../../db/schema/money';
import { firstOf, rowOf } from '../../../db/rows';
import type { ReceiptFacts } from './receipt-facts';

/** What receipts are made of: the payments and charges themselves, which never change once they are over. */
export function createReceiptRepository(db: Db) {
  return {
    findPayment: (id: string) => rowOf(db, paymentTransactions, eq(paymentTransactions.id, id)),

    findCharge: (id: string) => rowOf(db, walletCharges, eq(walletCharges.id, id)),

    /** The subscription that a payment is for, as it stands now; null for other payments. */
    async findSubscription({ kind, userId, performerId }: Pick<ReceiptFacts, 'kind' | 'userId' | 'performerId'>) {
      if (kind === 'platform-subscription') {
        const { status, nextRecurringDate, expiredAt, price } = platformSubscriptions;
        return firstOf(
          db
            .select({ status, nextRecurringDate, expiredAt, price })
            .from(platformSubscriptions)
            .where(eq(platformSubscriptions.userId, userId)),
        );
      }
      if (performerId === null || (kind !== 'subscription' && kind !== 'trial')) return null;
      const { status, nextRecurringDate, expiredAt, price } = subscriptions;
      return firstOf(
        db
          .select({ status, nextRecurringDate, expiredAt, price })
          .from(subscriptions)
          .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId))),
      );
    },
  };
}
