import { and, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { disputes } from '../../../db/schema/disputes';
import { paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { payoutRequests } from '../../../db/schema/payouts';

/** A movement that the gateway should have according to our records. */
export interface Booked {
  key: string;
  amount: Cents;
  what: string;
}

interface Span {
  from: Date;
  to: Date;
}

export const listBooked = async (db: Db, span: Span): Promise<Booked[]> => [
  ...(await listPayments(db, span)),
  ...(await listRefunds(db, span)),
  ...(await listPayouts(db, span)),
  ...(await listDisputes(db, span)),
];

async function listPayments(db: Db, { from, to }: Span): Promise<Booked[]> {
  const rows = await db
    .select({
      id: paymentTransactions.id,
      gatewayId: paymentTransactions.gatewayId,
      amount: paymentTransactions.totalPrice,
    })
    .from(paymentTransactions)
    .where(
      and(
        isNotNull(paymentTransactions.gatewayId),
        inArray(paymentTransactions.status, ['success', 'refunded']),
        gte(paymentTransactions.createdAt, from),
        lt(paymentTransactions.createdAt, to),
      ),
    );
  return rows.map(({ id, gatewayId, amount }) => ({ key: `payment:${gatewayId}`, amount, what: `Payment ${id}` }));
}

async function listRefunds(db: Db, { from, to }: Span): Promise<Booked[]> {
  // Payments that were refunded immediately, because what they paid for was no longer available.
  const repaid = await db
    .select({ id: paymentTransactions.id, amount: paymentTransactions.totalPrice })
    .from(paymentTransactions)
    .where(
      and(
        paymentTransactions.isRefundDue,
        eq(paymentTransactions.status, 'refunded'),
        gte(paymentTransactions.updatedAt, from),
        lt(paymentTransactions.updatedAt, to),
      ),
    );
  const refunds = await db
    .select({ id: cardRefunds.id, amount: cardRefunds.amount })
    .from(cardRefunds)
    .where(and(eq(cardRefunds.status, 'done'), gte(cardRefunds.updatedAt, from), lt(cardRefunds.updatedAt, to)));
  return [
    ...repaid.map(({ id, amount }) => ({ key: `refund:${id}`, amount, what: `The refund of payment ${id}` })),
    ...refunds.map(({ id, amount }) => ({ key: `refund:${id}`, amount, what: `The refund of charge ${id}` })),
  ];
}

/** Transfers to creators, and those that the gateway returned. */
async function listPayouts(db: Db, { from, to }: Span): Promise<Booked[]> {
  const list = async (...conditions: SQL[]) => {
    const rows = await db
      .select({
        id: payoutRequests.id,
        payoutId: payoutRequests.payoutId,
        amount: payoutRequests.amount,
        fee: payoutRequests.fee,
      })
      .from(payoutRequests)
      .where(and(eq(payoutRequests.accountType, 'stripe'), ...conditions));
    return rows.map(({ amount, fee, ...row }) => ({ ...row, amount: cents(amount - fee) }));
  };
  const transfers = await list(gte(payoutRequests.paidAt, from), lt(payoutRequests.paidAt, to));
  const returned = await list(
    eq(payoutRequests.reasonCode, 'returned'),
    gte(payoutRequests.updatedAt, from),
    lt(payoutRequests.updatedAt, to),
  );
  return [
    ...transfers.map(({ id, payoutId, amount }) => ({ key: `transfer:${payoutId}`, amount, what: `Payout ${id}` })),
    ...returned.map(({ id, payoutId, amount }) => ({
      key: `reversal:${payoutId}`,
      amount,
      what: `The return of payout ${id}`,
    })),
  ];
}

async function listDisputes(db: Db, { from, to }: Span): Promise<Booked[]> {
  const rows = await db
    .select({ gatewayId: disputes.gatewayId, amount: disputes.amount })
    .from(disputes)
    .where(and(gte(disputes.createdAt, from), lt(disputes.createdAt, to)));
  return rows.map(({ gatewayId, amount }) => ({ key: `dispute:${gatewayId}`, amount, what: `Dispute ${gatewayId}` }));
}
