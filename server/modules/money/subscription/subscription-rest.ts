import { cents, floorToCoin, type Cents } from '@contract/base/money';
import { countDays } from '@contract/money/subscription-period';
import type { Executor, Tx } from '../../../db/transaction';
import type { ServerContext } from '../../../context';
import { splitPart, type EarningService } from '../earning/earning-service';
import { getTaxPart, type PaymentService, type TransactionRow } from '../payment/payment-service';
import { endedAt } from './subscription-policy';
import { subscriptionRepository, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface RestDeps extends Pick<ServerContext, 'clock'> {
  payment: Pick<PaymentService, 'find' | 'lock' | 'findRefund' | 'isDisputed' | 'refund' | 'refundPart'>;
  earning: Pick<EarningService, 'lockOf' | 'findOf'>;
  repository: Pick<SubscriptionRepository, 'findPair'>;
}

interface Pair {
  userId: string;
  performerId: string;
}

/** Refund for the unused days of a subscription. `takes` is the amount taken back from the creator. */
export interface SubscriptionRest {
  amount: Cents;
  takes: Cents;
  paidUntil: Date | null;
}

/** The refund if the subscription ended now; null for a fan who never subscribed. */
export async function readRest(deps: RestDeps, pair: Pair): Promise<SubscriptionRest | null> {
  const row = await deps.repository.findPair(pair.userId, pair.performerId);
  if (!row) return null;
  const now = deps.clock.now();
  const paidUntil = row.expiredAt && row.expiredAt > now ? row.expiredAt : null;
  const none = { amount: cents(0), takes: cents(0), paidUntil };
  const payment = row.transactionId ? await deps.payment.find(row.transactionId) : null;
  if (!payment) return none;
  const amount = await getRest(deps, { row, payment });
  const earning = amount === 0 ? null : await deps.earning.findOf(payment.id);
  if (!earning) return none;
  return { amount, takes: splitPart(earning, cents(amount - getTaxPart(payment, amount))).net, paidUntil };
}

/**
 * Ends a subscription now and refunds its unused days.
 *
 * @returns null if nothing can be refunded. `isWhole` is true if the whole payment is refunded, of which its receipt informs
 * the fan. Call `pay` last: it moves the money.
 */
export async function endWithRefund(
  deps: RestDeps,
  tx: Tx,
  { userId, performerId }: Pair,
  reason: string,
): Promise<{ amount: Cents; isWhole: boolean; pay: () => Promise<void> } | null> {
  const known = await deps.repository.findPair(userId, performerId, tx);
  const id = known?.transactionId;
  if (!id || (await deps.payment.isDisputed(id, tx))) return null;
  const payment = await deps.payment.lock(id, tx);
  const row = await subscriptionRepository.lockPair(userId, performerId, tx);
  // A dispute that opens concurrently either waits for this lock, or is found by `getRest`.
  await deps.earning.lockOf(id, tx);
  if (!payment || row?.transactionId !== id) return null;
  const amount = await getRest(deps, { row, payment }, tx);
  if (amount === 0) return null;
  await subscriptionRepository.update(row.id, endedAt(deps.clock.now()), tx);
  const isWhole = amount === payment.totalPrice;
  return {
    amount,
    isWhole,
    pay: async () => {
      if (isWhole) await deps.payment.refund(tx, { id, reason });
      else await deps.payment.refundPart(tx, { id, amount });
    },
  };
}

/** The refund for the unused days; 0 for trials, refunded payments and open disputes. */
async function getRest(
  { clock, payment: payments }: RestDeps,
  { row, payment }: { row: SubscriptionRow; payment: TransactionRow },
  tx?: Executor,
): Promise<Cents> {
  const { expiredAt, subscriptionType } = row;
  const isPaid = subscriptionType === 'monthly' || subscriptionType === 'yearly';
  if (!isPaid || expiredAt === null || payment.status !== 'success' || payment.gatewayId === null) return cents(0);
  if ((await payments.findRefund(payment.id, tx)) || (await payments.isDisputed(payment.id, tx))) return cents(0);
  const { left, whole } = countDays(expiredAt, { now: clock.now(), months: subscriptionType === 'yearly' ? 12 : 1 });
  return floorToCoin((payment.totalPrice * left) / whole);
}
