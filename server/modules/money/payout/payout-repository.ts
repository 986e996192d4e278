import { and, desc, eq, getTableColumns, inArray, isNull, sum } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { findRow, getSingle, hasRow, hasRows, lockRow, selectPage } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import { earnings } from '../../../db/schema/money';
import { payoutRequests } from '../../../db/schema/payouts';
import type { Executor, Tx } from '../../../db/transaction';

export type PayoutRow = typeof payoutRequests.$inferSelect;
export type PayoutRepository = ReturnType<typeof createPayoutRepository>;

/** Bounds the memory that a file needs. */
const BANK_FILE_LIMIT = 5_000;
/** For one hourly run. */
const GATEWAY_BATCH = 500;

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

    /** @returns false if it is no longer approved */
    startSending: (id: string, now: Date): Promise<boolean> =>
      hasRows(
        db
          .update(payoutRequests)
          .set({ sendingAt: now })
          .where(and(eq(payoutRequests.id, id), eq(payoutRequests.status, 'approved')))
          .returning({ id: payoutRequests.id }),
      ),

    /** After an attempt that sent nothing: the next one needs a new number. Does nothing if another has begun meanwhile. */
    async endSending({ id, attempts }: PayoutRow, startedAt: Date): Promise<void> {
      await db
        .update(payoutRequests)
        .set({ sendingAt: null, attempts: attempts + 1 })
        .where(and(eq(payoutRequests.id, id), eq(payoutRequests.sendingAt, startedAt)));
    },

    /** Approved payouts to bank accounts, oldest first. @param isRepeated also those that a bank file contains */
    lockForBank: (isRepeated: boolean, tx: Tx): Promise<PayoutRow[]> =>
      tx
        .select()
        .from(payoutRequests)
        .where(and(isApproved('banking'), isRepeated ? undefined : isNull(payoutRequests.bankFileAt)))
        .orderBy(payoutRequests.decidedAt)
        .limit(BANK_FILE_LIMIT)
        .for('update'),

    /** Approved payouts through Stripe without those on hold. Those tried least often come first, so that none blocks others. */
    listForGateway: (): Promise<PayoutRow[]> =>
      db
        .select(getTableColumns(payoutRequests))
        .from(payoutRequests)
        .innerJoin(performers, eq(performers.id, payoutRequests.performerId))
        .where(and(isApproved('stripe'), isNull(performers.payoutHold)))
        .orderBy(payoutRequests.attempts, payoutRequests.decidedAt)
        .limit(GATEWAY_BATCH),

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

const isApproved = (accountType: PayoutRow['accountType']) =>
  and(eq(payoutRequests.status, 'approved'), eq(payoutRequests.accountType, accountType));
