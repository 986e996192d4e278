import { and, eq, gte, inArray, isNull, lt, ne, sql, sum, type SQL } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { findRow, getSingle, lockRow } from '../../../db/query-helpers';
import { paymentTransactions, walletCharges } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { spendingLimits } from '../../../db/schema/spending';
import type { Executor, Tx } from '../../../db/transaction';
import type { StoredLimit } from './spending-limit-policy';

export function createSpendingLimitRepository(db: Db) {
  return {
    find: (userId: string) => findRow(db, spendingLimits, eq(spendingLimits.userId, userId)),

    lock: (userId: string, tx: Tx) => lockRow(tx, spendingLimits, eq(spendingLimits.userId, userId)),

    async save(userId: string, limit: StoredLimit, now: Date, tx: Tx): Promise<void> {
      await tx
        .insert(spendingLimits)
        .values({ userId, ...limit, createdAt: now, updatedAt: now })
        .onConflictDoUpdate({ target: spendingLimits.userId, set: { ...limit, updatedAt: now } });
    },

    /**
     * Purchases in a period less their refunds: charges to the wallet, and card payments that began in it. Payments that wait for
     * the bank are summed apart. They count for the limit, or two of them could exceed it together.
     */
    async sumSpending(
      userId: string,
      { from, to }: { from: Date; to: Date },
      tx: Executor = db,
    ): Promise<{ spent: Cents; waiting: Cents }> {
      const charged = tx
        .select({ sum: sum(walletCharges.totalPrice) })
        .from(walletCharges)
        .where(
          and(
            eq(walletCharges.userId, userId),
            gte(walletCharges.createdAt, from),
            lt(walletCharges.createdAt, to),
            isNull(walletCharges.paymentId),
            ne(walletCharges.status, 'refunded'),
          ),
        );
      const isPurchase = and(
        eq(paymentTransactions.userId, userId),
        gte(paymentTransactions.createdAt, from),
        lt(paymentTransactions.createdAt, to),
        ne(paymentTransactions.target, 'token_package'),
      );
      const isPaid = and(isPurchase, eq(paymentTransactions.status, 'success'));
      const sumPayments = (where: SQL | undefined) =>
        tx
          .select({ sum: sum(paymentTransactions.totalPrice) })
          .from(paymentTransactions)
          .where(where);
      const waiting = sumPayments(
        and(isPurchase, inArray(paymentTransactions.status, ['processing', 'require_authentication'])),
      );
      const paidBack = tx
        .select({ sum: sum(cardRefunds.amount) })
        .from(cardRefunds)
        .innerJoin(paymentTransactions, eq(paymentTransactions.id, cardRefunds.paymentId))
        .where(isPaid);
      const { rows } = await tx.execute<{ spent: number; waiting: number }>(sql`select
        (coalesce((${charged}), 0) + coalesce((${sumPayments(isPaid)}), 0) - coalesce((${paidBack}), 0))::float8 as spent,
        coalesce((${waiting}), 0)::float8 as waiting`);
      const sums = await getSingle(Promise.resolve(rows));
      return { spent: cents(sums.spent), waiting: cents(sums.waiting) };
    },
  };
}
