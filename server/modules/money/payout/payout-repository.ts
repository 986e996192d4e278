import { and, desc, eq, inArray, sum } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { findRow, getSingle, hasRow, hasRows, lockRow, selectPage } from '../../../db/query-helpers';
import { earnings } from '../../../db/schema/money';
import { payoutRequests } from '../../../db/schema/payouts';
import type { Executor, Tx } from '../../../db/transaction';

export type PayoutRow = typeof payoutRequests.$inferSelect;
export type PayoutRepository = ReturnType<typeof createPayoutRepository>;

const sortable = { createdAt: payoutRequests.createdAt, updatedAt: payoutRequests.updatedAt };

export const isPending = (performerId: string) =>
  and(eq(payoutRequests.performerId, performerId), eq(payoutRequests.status, 'pending'));

export function createPayoutRepository(db: Db) {
  return {
    find: (id: string, executor: Executor = db) => findRow(executor, payoutRequests, eq(payoutRequests.id, id)),
    lock: (id: string, tx: Tx) => lockRow(tx, payoutRequests, eq(payoutRequests.id, id)),

    lockMany: (ids: readonly string[], tx: Tx): Promise<PayoutRow[]> =>
      tx
        .select()
        .from(payoutRequests)
        .where(inArray(payoutRequests.id, [...ids]))
        .orderBy(payoutRequests.id)
        .for('update'),

    hasPending: (performerId: string, executor: Executor = db): Promise<boolean> =>
      hasRow(executor, payoutRequests, isPending(performerId)),

    /** Whether the creator has a payout that is neither paid nor returned. */
    hasOpen: (performerId: string, executor: Executor = db): Promise<boolean> =>
      hasRow(
        executor,
        payoutRequests,
        eq(payoutRequests.performerId, performerId),
        inArray(payoutRequests.status, ['pending', 'approved']),
      ),

    /** @returns false while another request of the creator is pending */
    insert: (row: PayoutRow, tx: Tx): Promise<boolean> =>
      hasRows(tx.insert(payoutRequests).values(row).onConflictDoNothing().returning({ id: payoutRequests.id })),

    update: (id: string, values: Partial<PayoutRow>, tx: Tx): Promise<PayoutRow> =>
      getSingle(tx.update(payoutRequests).set(values).where(eq(payoutRequests.id, id)).returning()),

    search(performerId: string, query: EndpointPart<'searchPayoutRequests', 'query'>) {
      const { status, paymentAccountType } = query;
      const where = and(
        eq(payoutRequests.performerId, performerId),
        status && eq(payoutRequests.status, status),
        paymentAccountType && eq(payoutRequests.accountType, paymentAccountType),
        betweenDays(payoutRequests.createdAt, query),
      );
      const order = toOrder(sortable, query, { fallback: 'createdAt', id: payoutRequests.id });
      return selectPage(db, payoutRequests, { where, order, limit: query.limit, offset: query.offset });
    },

    /** The payout that the gateway sent as this transfer, unless it was returned. */
    findSent: (payoutId: string) =>
      findRow(
        db,
        payoutRequests,
        eq(payoutRequests.payoutId, payoutId),
        eq(payoutRequests.accountType, 'stripe'),
        eq(payoutRequests.status, 'done'),
      ),

    /** Counts an attempt that sent no transfer: the next try needs a new number. Two concurrent failures count as one. */
    async countAttempt({ id, attempts }: Pick<PayoutRow, 'id' | 'attempts'>): Promise<void> {
      const isSame = and(eq(payoutRequests.id, id), eq(payoutRequests.attempts, attempts));
      await db
        .update(payoutRequests)
        .set({ attempts: attempts + 1 })
        .where(isSame);
    },

    lockApproved: (accountType: PayoutRow['accountType'], tx: Tx): Promise<PayoutRow[]> =>
      selectApproved(tx, accountType).for('update'),

    listApproved: (accountType: PayoutRow['accountType']): Promise<PayoutRow[]> => selectApproved(db, accountType),

    /** For operators, newest first. */
    listByStatus: (status: PayoutRow['status']): Promise<PayoutRow[]> =>
      db
        .select()
        .from(payoutRequests)
        .where(eq(payoutRequests.status, status))
        .orderBy(desc(payoutRequests.createdAt))
        .limit(500),

    async sums(performerId: string): Promise<{ earned: Cents; paidOut: Cents }> {
      const [[earned], [paid]] = await Promise.all([
        db
          .select({ total: sum(earnings.netPrice).mapWith(Number) })
          .from(earnings)
          .where(eq(earnings.performerId, performerId)),
        db
          .select({ total: sum(payoutRequests.amount).mapWith(Number) })
          .from(payoutRequests)
          .where(and(eq(payoutRequests.performerId, performerId), eq(payoutRequests.status, 'done'))),
      ]);
      return { earned: cents(earned?.total ?? 0), paidOut: cents(paid?.total ?? 0) };
    },
  };
}

/** Oldest first. */
const selectApproved = (executor: Executor, accountType: PayoutRow['accountType']) =>
  executor
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.status, 'approved'), eq(payoutRequests.accountType, accountType)))
    .orderBy(payoutRequests.decidedAt)
    .limit(500);
