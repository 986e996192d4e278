import { and, desc, eq, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { cents, roundToCoin, type Cents } from '@contract/base/money';
import { disputes } from '../../../db/schema/disputes';
import { ledgerAccounts, ledgerEntries, ledgerTransfers, paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import type { Executor, Tx } from '../../../db/transaction';
import { sumRefunds } from '../payment/payment-service';

type TopUpRow = typeof paymentTransactions.$inferSelect;

/** Money of a wallet that can go back to the card of one top-up, with the tax that was paid on it. */
export interface CardShare {
  paymentId: string;
  net: Cents;
  tax: Cents;
  card: TopUpRow['cardLabel'];
}

const isTopUpOf = (userId: string) =>
  and(
    eq(paymentTransactions.userId, userId),
    eq(paymentTransactions.target, 'token_package'),
    eq(paymentTransactions.status, 'success'),
    isNotNull(paymentTransactions.gatewayId),
  );
const newestFirst = [desc(paymentTransactions.createdAt), desc(paymentTransactions.id)];

/** Locks a fan's top-ups. Call it before locking the wallet, as settled and disputed top-ups do. */
export async function lockTopUps(tx: Tx, userId: string): Promise<void> {
  const { id } = paymentTransactions;
  await tx
    .select({ id })
    .from(paymentTransactions)
    .where(isTopUpOf(userId))
    .orderBy(...newestFirst)
    .for('update');
}

/**
 * Splits money of a wallet over the cards of the newest top-ups, each up to what it paid and did not get back. Leaves out cards
 * whose bank refused a refund, or holds or took back the money in a dispute.
 *
 * @returns shares that add up to at most `balance`
 */
export async function splitOverCards(db: Executor, userId: string, balance: Cents): Promise<CardShare[]> {
  const wasRefused = db
    .select({ id: cardRefunds.id })
    .from(cardRefunds)
    .where(and(eq(cardRefunds.paymentId, paymentTransactions.id), eq(cardRefunds.status, 'to_wallet')));
  const isDisputed = db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentTransactions.id), ne(disputes.status, 'won')));
  const topUps = await db
    .select()
    .from(paymentTransactions)
    .where(and(isTopUpOf(userId), notExists(wasRefused), notExists(isDisputed)))
    .orderBy(...newestFirst);
  const returned = await readReturned(
    db,
    topUps.map(({ id }) => id),
  );
  const shares: CardShare[] = [];
  let rest = balance;
  for (const topUp of topUps) {
    const before = returned.get(topUp.id) ?? cents(0);
    const net = cents(Math.min(rest, getNet(topUp) - before));
    if (net <= 0) continue;
    const tax = cents(getTaxOf(topUp, cents(before + net)) - getTaxOf(topUp, before));
    shares.push({ paymentId: topUp.id, net, tax, card: topUp.cardLabel });
    rest = cents(rest - net);
  }
  return shares;
}

/**
 * The part of a top-up, and its tax, that its card did not get back; `refused` is in the wallet again, with its tax, because the
 * bank did not take it.
 */
export async function readUnreturned(tx: Tx, topUp: TopUpRow): Promise<{ net: Cents; tax: Cents; refused: Cents }> {
  const returned = (await readReturned(tx, [topUp.id])).get(topUp.id) ?? cents(0);
  return {
    net: cents(getNet(topUp) - returned),
    tax: cents(topUp.taxAmount - getTaxOf(topUp, returned)),
    refused: await sumRefunds(tx, topUp.id, 'to_wallet'),
  };
}

const getNet = ({ totalPrice, taxAmount }: TopUpRow): Cents => cents(totalPrice - taxAmount);

/** Tax on the first `net` of a top-up; so the tax of its parts adds up to that of the whole. */
const getTaxOf = (topUp: TopUpRow, net: Cents): Cents =>
  net === 0 ? cents(0) : roundToCoin((topUp.taxAmount * net) / getNet(topUp));

/** Money that left wallets for the cards of these top-ups, by payment id, without tax. */
async function readReturned(db: Executor, paymentIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .select({
      paymentId: ledgerTransfers.subject,
      net: sql<Cents>`-sum(${ledgerEntries.amount})`.mapWith((value) => cents(Number(value))),
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        inArray(ledgerTransfers.subject, [...paymentIds]),
        eq(ledgerTransfers.code, 'part-refund'),
        eq(ledgerAccounts.kind, 'wallet'),
      ),
    )
    .groupBy(ledgerTransfers.subject);
  return new Map(rows.map(({ paymentId, net }) => [paymentId, net]));
}
