import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { hasRow, findRow } from '../db/query-helpers';
import { sandboxPayments } from '../db/schema/sandbox';
import { assertPayable } from './currency';
import {
  PaymentRefused,
  type AttachedCard,
  type ChargeRequest,
  type PaymentGateway,
  type PaymentOutcome,
  type RefundRequest,
} from './payment';
import { readToken } from './payment-sandbox-cards';

type PaymentRow = typeof sandboxPayments.$inferSelect;
type Decision = Pick<PaymentRow, 'status'> & { message?: string };

/**
 * A payment gateway that moves no money and accepts Stripe's published test cards. Its state is in the database but outside our
 * transactions, so that retries and crashes behave as with a real gateway.
 *
 * @param now decides whether a card has expired.
 */
export function createSandboxPayments(db: Db, now: () => Date): PaymentGateway {
  return {
    name: 'stripe',
    isProduction: false,

    attachCard: async (card) => attachCard(card),

    // Tokens contain everything about a card, so there is nothing to delete.
    detachCard: async () => undefined,

    charge: (request) => charge(db, request, now()),

    async read(gatewayId) {
      const row = await findRow(db, sandboxPayments, eq(sandboxPayments.id, gatewayId));
      return row && { key: row.key, outcome: toOutcome(row) };
    },

    cancel: (gatewayId) => move(db, gatewayId, 'requires_action', { status: 'canceled' }),

    refund: (request) => refund(db, request),

    async confirm(gatewayId, answer) {
      const { card } = await find(db, gatewayId);
      const message =
        answer === 'refuse' ? 'Your bank could not confirm it is you.' : readToken(card)?.card.chargeDecline;
      const decision: Decision = message === undefined ? { status: 'succeeded' } : { status: 'declined', message };
      return move(db, gatewayId, 'requires_action', decision);
    },
  };
}

function attachCard({ token, accountId }: Parameters<PaymentGateway['attachCard']>[0]): AttachedCard {
  const read = readToken(token);
  if (!read) throw new PaymentRefused('This card is not known.');
  const { card, expiry } = read;
  if (card.attachDecline !== undefined) throw new PaymentRefused(card.attachDecline);
  const suffix = token.slice(token.indexOf('_') + 1);
  return {
    // A short token creates a new card each time; a token with an expiry always means the same card.
    token: expiry ? `card_${suffix}` : `card_${suffix}_${randomBytes(8).toString('hex')}`,
    customerId: `cus_${accountId}`,
    brand: card.brand,
    last4: card.last4,
    fingerprint: `sandbox:${card.code}`,
    ...(expiry && { month: expiry.month, year: expiry.year }),
  };
}

async function charge(db: Db, request: ChargeRequest, now: Date): Promise<PaymentOutcome> {
  const decision = await decide(db, request, now);
  const id = `pi_${randomBytes(12).toString('hex')}`;
  const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`;
  const { key, amount, card } = request;
  assertPayable(amount);
  const [stored] = await db
    .insert(sandboxPayments)
    .values({ id, clientSecret, key, amount, card, ...decision })
    .onConflictDoNothing({ target: sandboxPayments.key })
    .returning();
  if (stored) return toOutcome(stored);
  const first = await findRow(db, sandboxPayments, eq(sandboxPayments.key, key));
  if (!first || first.amount !== amount || first.card !== card) {
    throw new Error(`the key ${key} was used for another charge`);
  }
  return toOutcome(first);
}

async function decide(db: Db, { card: token, offSession }: ChargeRequest, now: Date): Promise<Decision> {
  const read = readToken(token);
  if (!read) return { status: 'declined', message: 'This card is not known.' };
  const { card, expiry } = read;
  if (expiry && expiry.endsAt <= now) return { status: 'declined', message: 'Your card has expired.' };
  const asks = card.asks === 'always' || (card.asks === 'once' && !(await wasAnswered(db, token)));
  if (asks && offSession) return { status: 'declined', message: 'Your bank wants you to confirm this payment.' };
  if (asks) return { status: 'requires_action' };
  if (card.chargeDecline !== undefined) return { status: 'declined', message: card.chargeDecline };
  return { status: 'succeeded' };
}

const wasAnswered = (db: Db, card: string): Promise<boolean> =>
  hasRow(db, sandboxPayments, eq(sandboxPayments.card, card), eq(sandboxPayments.status, 'succeeded'));

async function refund(db: Db, { gatewayId, amount, key }: RefundRequest): Promise<PaymentOutcome> {
  assertPayable(amount);
  const { card } = await find(db, gatewayId);
  if (readToken(card)?.card.refusesRefunds) throw new PaymentRefused('The bank of this card takes no refunds.');
  const isNew = sql`not ${key} = any(${sandboxPayments.refundKeys})`;
  const rest = sql`${sandboxPayments.amount} - ${sandboxPayments.refunded} - ${amount}`;
  const [row] = await db
    .update(sandboxPayments)
    .set({
      refunded: sql`${sandboxPayments.refunded} + ${amount}`,
      refundKeys: sql`array_append(${sandboxPayments.refundKeys}, ${key})`,
      status: sql`case when ${rest} = 0 then 'refunded' else 'succeeded' end`,
    })
    .where(and(eq(sandboxPayments.id, gatewayId), eq(sandboxPayments.status, 'succeeded'), isNew, sql`${rest} >= 0`))
    .returning();
  return toOutcome(row ?? (await find(db, gatewayId)));
}

async function find(db: Db, gatewayId: string): Promise<PaymentRow> {
  const row = await findRow(db, sandboxPayments, eq(sandboxPayments.id, gatewayId));
  if (!row) throw new PaymentRefused('This payment is not known.');
  return row;
}

/** Changes a payment's status if it still is `from`. @returns the current outcome. */
async function move(
  db: Db,
  gatewayId: string,
  from: PaymentRow['status'],
  decision: Decision,
): Promise<PaymentOutcome> {
  const [moved] = await db
    .update(sandboxPayments)
    .set(decision)
    .where(and(eq(sandboxPayments.id, gatewayId), eq(sandboxPayments.status, from)))
    .returning();
  return toOutcome(moved ?? (await find(db, gatewayId)));
}

function toOutcome({ id, status, message, clientSecret }: PaymentRow): PaymentOutcome {
  switch (status) {
    case 'requires_action':
      return { status, gatewayId: id, clientSecret };
    case 'declined':
      return { status, gatewayId: id, message };
    default:
      return { status, gatewayId: id };
  }
}
