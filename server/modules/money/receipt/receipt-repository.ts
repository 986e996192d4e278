import { and, asc, eq, lte, max, min, sum } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { findRow } from '../../../db/query-helpers';
import { paymentTransactions, platformSubscriptions, subscriptions, walletCharges } from '../../../db/schema/money';
import { cardRefunds, orders } from '../../../db/schema/orders';
import { isRenewal, type Refunded } from '../payment/payment-service';
import { toChargeFacts, toPaymentFacts, type ReceiptFacts, type ReceiptOrder } from './receipt-facts';

export type ReceiptRepository = ReturnType<typeof createReceiptRepository>;

export function createReceiptRepository(db: Db) {
  return {
    /** Finds a payment or charge by id; their ids do not collide. */
    async findFacts(id: string): Promise<ReceiptFacts | null> {
      const payment = await findRow(db, paymentTransactions, eq(paymentTransactions.id, id));
      if (payment) return toPaymentFacts(payment, isRenewal(payment));
      const charge = await findRow(db, walletCharges, eq(walletCharges.id, id));
      if (!charge) return null;
      const { paymentId } = charge;
      const paid =
        paymentId === null ? null : await findRow(db, paymentTransactions, eq(paymentTransactions.id, paymentId));
      return toChargeFacts(charge, paid);
    },

    /** Charges that a card payment paid for. Empty for subscriptions and top-ups, and if the id is that of a charge. */
    async listCharges(paymentId: string): Promise<ReceiptFacts[]> {
      const rows = await db
        .select({ charge: walletCharges, payment: paymentTransactions })
        .from(walletCharges)
        .innerJoin(paymentTransactions, eq(paymentTransactions.id, walletCharges.paymentId))
        .where(eq(walletCharges.paymentId, paymentId))
        .orderBy(asc(walletCharges.createdAt), asc(walletCharges.id));
      return rows.map(({ charge, payment }) => toChargeFacts(charge, payment));
    },

    /** The sum of all refunds to the card; null if there are none. */
    async findRefunded({ id, source }: ReceiptFacts): Promise<Refunded | null> {
      const { paymentId, amount, createdAt } = cardRefunds;
      const [toCard] = await db
        .select({ amount: sum(amount), at: max(createdAt) })
        .from(cardRefunds)
        .where(eq(source === 'payment_transaction' ? paymentId : cardRefunds.id, id));
      return toCard?.amount && toCard.at ? { amount: cents(Number(toCard.amount)), at: toCard.at } : null;
    },

    /** Whether the payer topped up their wallet before this payment, and all of these top-ups were taxed. */
    async wereTopUpsTaxed({ userId, createdAt }: ReceiptFacts): Promise<boolean> {
      const { taxAmount, type, status } = paymentTransactions;
      const [found] = await db
        .select({ least: min(taxAmount) })
        .from(paymentTransactions)
        .where(
          and(
            eq(paymentTransactions.userId, userId),
            lte(paymentTransactions.createdAt, createdAt),
            eq(type, 'token_package'),
            eq(status, 'success'),
          ),
        );
      return (found?.least ?? 0) > 0;
    },

    /** The order that a charge or card payment paid for, or the first of several; null for other sales. */
    async findOrder({ id, kind, source }: ReceiptFacts): Promise<ReceiptOrder | null> {
      if (kind !== 'product') return null;
      const paid = source === 'wallet_charge' ? walletCharges.id : walletCharges.paymentId;
      const [first] = await db
        .select({ id: orders.id, type: orders.type })
        .from(orders)
        .innerJoin(walletCharges, eq(walletCharges.id, orders.transactionId))
        .where(eq(paid, id))
        .orderBy(asc(orders.createdAt), asc(orders.id))
        .limit(1);
      return first ?? null;
    },

    /** The current subscription of the payment's payer and seller; null if the payment is not for a subscription. */
    async findSubscription({ kind, userId, performerId }: ReceiptFacts) {
      if (kind === 'platform-subscription') {
        return findRow(db, platformSubscriptions, eq(platformSubscriptions.userId, userId));
      }
      if (performerId === null || (kind !== 'subscription' && kind !== 'trial')) return null;
      return findRow(db, subscriptions, eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));
    },
  };
}
