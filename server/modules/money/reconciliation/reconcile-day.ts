import { and, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { disputes } from '../../../db/schema/disputes';
import { paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { payoutRequests } from '../../../db/schema/payouts';
import type { GatewayMovement, PaymentGateway } from '../../../gateways/payment';
import { moneyText } from '../../../mail/compose-mail';

export interface Comparison {
  movements: number;
  fees: Cents;
  differences: string[];
}

/** A movement at the gateway according to our ledger. */
interface Booked {
  key: string;
  amount: Cents;
  what: string;
}

const DAY_MS = 24 * 3600 * 1000;

/** The gateway may record a movement on the day before or after ours. */
const MARGIN_MS = DAY_MS;

type Listing = NonNullable<PaymentGateway['listMovements']>;

/** Compares a day of gateway movements with our records, in both directions. @param from start of the day in UTC */
export async function reconcileDay(db: Db, listMovements: Listing, from: Date): Promise<Comparison> {
  const to = new Date(from.getTime() + DAY_MS);
  const around = { from: new Date(from.getTime() - MARGIN_MS), to: new Date(to.getTime() + MARGIN_MS) };
  const movements: GatewayMovement[] = [];
  for await (const movement of listMovements(around)) movements.push(movement);
  const atGateway = new Map(movements.map((movement) => [getKey(movement), movement]));
  const ofDay = movements.filter(({ createdAt }) => createdAt >= from && createdAt < to);
  const inBooks = new Map((await listBooked(db, around)).map((booked) => [booked.key, booked]));
  const differences: string[] = [];
  for (const movement of ofDay) {
    const difference = compare(movement, inBooks.get(getKey(movement)));
    if (difference !== null) differences.push(difference);
  }
  for (const booked of await listBooked(db, { from, to })) {
    if (!atGateway.has(booked.key))
      differences.push(`${booked.what} of ${moneyText(booked.amount)} is in the ledger, but not at the gateway.`);
  }
  const fees = cents(ofDay.reduce((sum, { fee }) => sum + fee, 0));
  return { movements: ofDay.length, fees, differences };
}

const getKey = ({ kind, objectId }: GatewayMovement): string => `${kind}:${objectId}`;

function compare(movement: GatewayMovement, booked: Booked | undefined): string | null {
  const { kind, objectId, amount } = movement;
  if (kind === 'other') return null;
  const sum = moneyText(cents(Math.abs(amount)));
  if (!booked) return `The gateway has a ${kind} of ${sum} (${objectId}) that is not in the ledger.`;
  return booked.amount === Math.abs(amount)
    ? null
    : `${booked.what} is ${moneyText(booked.amount)} in the ledger, but ${sum} at the gateway (${objectId}).`;
}

async function listBooked(db: Db, { from, to }: { from: Date; to: Date }): Promise<Booked[]> {
  const payments = await db
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
  // Paid and refunded at once, because the purchase could no longer be granted.
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
  const listPayouts = (...conditions: SQL[]) =>
    db
      .select({
        id: payoutRequests.id,
        payoutId: payoutRequests.payoutId,
        amount: payoutRequests.amount,
        fee: payoutRequests.fee,
      })
      .from(payoutRequests)
      .where(and(eq(payoutRequests.accountType, 'stripe'), ...conditions));
  const transfers = await listPayouts(gte(payoutRequests.paidAt, from), lt(payoutRequests.paidAt, to));
  const returned = await listPayouts(
    eq(payoutRequests.reasonCode, 'returned'),
    gte(payoutRequests.updatedAt, from),
    lt(payoutRequests.updatedAt, to),
  );
  const disputed = await db
    .select({ gatewayId: disputes.gatewayId, amount: disputes.amount })
    .from(disputes)
    .where(and(gte(disputes.createdAt, from), lt(disputes.createdAt, to)));
  return [
    ...payments.map(({ id, gatewayId, amount }) => ({ key: `payment:${gatewayId}`, amount, what: `Payment ${id}` })),
    ...repaid.map(({ id, amount }) => ({ key: `refund:${id}`, amount, what: `The refund of payment ${id}` })),
    ...refunds.map(({ id, amount }) => ({ key: `refund:${id}`, amount, what: `The refund of charge ${id}` })),
    ...transfers.map(({ id, payoutId, amount, fee }) => ({
      key: `transfer:${payoutId}`,
      amount: cents(amount - fee),
      what: `Payout ${id}`,
    })),
    ...returned.map(({ id, payoutId, amount, fee }) => ({
      key: `reversal:${payoutId}`,
      amount: cents(amount - fee),
      what: `The return of payout ${id}`,
    })),
    ...disputed.map(({ gatewayId, amount }) => ({ key: `dispute:${gatewayId}`, amount, what: `Dispute ${gatewayId}` })),
  ];
}
