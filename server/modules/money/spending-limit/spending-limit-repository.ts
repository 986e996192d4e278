import { and, eq, gte, inArray, isNull, lt, ne, sql, sum } from 'drizzle-orm';
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
     * Purchases in a period less their refunds: charges to the wallet, and card payments that began in it. Payments that wait
     * for the bank count, too, or two of them could exceed the limit together.
     */
    async sumSpent(userId: string, { from, to }: { from: Date; to: Date }, tx: Executor = db): Promise<Cents> {
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
      const isCounted = and(
        eq(paymentTransactions.userId, userId),
        gte(paymentTransactions.createdAt, from),
        lt(paymentTransactions.createdAt, to),
        ne(paymentTransactions.target, 'token_package'),
        inArray(paymentTransactions.status, ['processing', 'require_authentication', 'success']),
      );
      const paid = tx
        .select({ sum: sum(paymentTransactions.totalPrice) })
        .from(paymentTransactions)
        .where(isCounted);
      const paidBack = tx
        .select({ sum: sum(cardRefunds.amount) })
        .from(cardRefunds)
        .innerJoin(paymentTransactions, eq(paymentTransactions.id, cardRefunds.paymentId))
        .where(isCounted);
      const { rows } = await tx.execute<{ spent: number }>(sql`select
        (coalesce((${charged}), 0) + coalesce((${paid}), 0) - coalesce((${paidBack}), 0))::float8 as spent`);
      return cents((await getSingle(Promise.resolve(rows))).spent);
    },
  };
}
