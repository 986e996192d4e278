import { and, desc, eq, inArray } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { PaidCode } from '../../../events';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, hasRow } from '../../../db/query-helpers';
import { disputes } from '../../../db/schema/disputes';
import { earnings, paymentTransactions, walletCharges } from '../../../db/schema/money';
import { orderEvents, orders } from '../../../db/schema/orders';
import type { Executor } from '../../../db/transaction';
import type { OrderRow } from '../order/order-service';
import { isRenewal, isSoldDirectly, type TransactionRow } from '../payment/payment-service';
import { toChargeFacts, toPaymentFacts } from '../receipt/receipt-service';
import type { ChargeRow } from '../wallet/wallet-service';

/** A charge, or a payment that is itself the sale. */
export interface Sale {
  id: string;
  source: 'charge' | 'payment';
  kind: PaidCode;
  /** The item's name as on the receipt. */
  item: string;
  userId: string;
  /** Null for subscriptions to the platform. */
  performerId: string | null;
  /** Tax included. */
  amount: Cents;
  /** The card payment; null if the wallet paid. */
  paymentId: string | null;
  isPaid: boolean;
  createdAt: Date;
}

export type SaleRepository = ReturnType<typeof createSaleRepository>;

export function toSale(row: ChargeRow | TransactionRow): Sale {
  const isCharge = 'sessionId' in row;
  const { kind, item, total: amount } = isCharge ? toChargeFacts(row, null) : toPaymentFacts(row, isRenewal(row));
  const { id, userId, performerId, createdAt } = row;
  const isPaid = row.status === 'success';
  const paymentId = isCharge ? row.paymentId : id;
  const source = isCharge ? 'charge' : 'payment';
  return { id, source, kind, item, userId, performerId, amount, paymentId, isPaid, createdAt };
}

export function createSaleRepository(db: Db) {
  return {
    /** Finds a sale by the id of its receipt. Null for a payment for several items, since each has its own receipt. */
    async find(id: string, tx: Executor = db): Promise<Sale | null> {
      const charge = await findRow(tx, walletCharges, eq(walletCharges.id, id));
      if (charge) return toSale(charge);
      const payment = await findRow(tx, paymentTransactions, eq(paymentTransactions.id, id));
      if (!payment) return null;
      if (isSoldDirectly(payment)) return toSale(payment);
      const charges = await tx.select().from(walletCharges).where(eq(walletCharges.paymentId, id)).limit(2);
      return charges.length === 1 && charges[0] ? toSale(charges[0]) : null;
    },

    async readMany(saleIds: readonly string[]) {
      const ids = [...new Set(saleIds)];
      const [charges, payments, ordered, earned] = await Promise.all([
        db.select().from(walletCharges).where(inArray(walletCharges.id, ids)),
        db.select().from(paymentTransactions).where(inArray(paymentTransactions.id, ids)),
        db.select().from(orders).where(inArray(orders.transactionId, ids)),
        db
          .select({ net: earnings.netPrice, saleId: earnings.transactionId })
          .from(earnings)
          .where(inArray(earnings.transactionId, ids)),
      ]);
      return {
        sales: new Map([...charges, ...payments].map((row) => [row.id, toSale(row)])),
        orders: new Map(ordered.map((row) => [row.transactionId, row])),
        takes: new Map(earned.map((row) => [row.saleId, cents(row.net)])),
      };
    },

    isDisputed: async (paymentId: string | null): Promise<boolean> =>
      paymentId !== null && hasRow(db, disputes, eq(disputes.paymentId, paymentId), eq(disputes.status, 'open')),

    findOrder: (saleId: string, tx: Executor = db) => findRow(tx, orders, eq(orders.transactionId, saleId)),

    /** When an order arrived; null if it has not. Digital products arrive immediately. */
    async readArrival({ id, type, deliveryStatus, createdAt }: OrderRow, tx: Executor = db): Promise<Date | null> {
      if (type === 'digital') return createdAt;
      if (deliveryStatus !== 'delivered') return null;
      const event = await firstOrNull(
        tx
          .select({ at: orderEvents.createdAt })
          .from(orderEvents)
          .where(and(eq(orderEvents.orderId, id), eq(orderEvents.kind, 'delivered')))
          .orderBy(desc(orderEvents.id))
          .limit(1),
      );
      return event?.at ?? createdAt;
    },
  };
}
