import { and, asc, count, eq, gt, gte, inArray, isNull, lte, min, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { cents, type Cents } from '@contract/base/money';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { betweenDays, orderOf } from '../../../db/list-query';
import { earnings, paymentTransactions, walletCharges } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { listIds, lockRow, getSingle } from '../../../db/query-helpers';

export type EarningRow = typeof earnings.$inferSelect;
type StatsQuery = EndpointPart<'getEarningStats', 'query'>;
export type EarningQuery = EndpointPart<'searchEarnings', 'query'> & { types?: readonly string[] };

/** What one fan paid a creator, and how often. */
export interface FanSum {
  gross: Cents;
  sales: number;
}

const sortable = {
  createdAt: earnings.createdAt,
  updatedAt: earnings.updatedAt,
  grossPrice: earnings.grossPrice,
  netPrice: earnings.netPrice,
};

/** A sum of cents that the driver would give as text. */
const sumOf = (column: PgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith((sum) => cents(Number(sum)));
const sums = { gross: sumOf(earnings.grossPrice), net: sumOf(earnings.netPrice) };

/** What creators earned, one row a sale. */
export function createEarningRepository(db: Db) {
  return {
    async insert(row: typeof earnings.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(earnings).values(row);
    },

    /** The earning of a sale, locked. */
    lockByTransaction: (transactionId: string, tx: Tx) =>
      lockRow(tx, earnings, eq(earnings.transactionId, transactionId)),

    async remove(id: string, tx: Tx): Promise<void> {
      await tx.delete(earnings).where(eq(earnings.id, id));
    },

    /** Creators with income whose holding period is over. */
    async listPerformersDue(now: Date): Promise<string[]> {
      const due = and(isNull(earnings.releasedAt), lte(earnings.releaseAt, now));
      return listIds(db.selectDistinct({ id: earnings.performerId }).from(earnings).where(due));
    },

    /** A creator's due earnings, locked; those that another process works on are left to it. */
    lockDue: (performerId: string, now: Date, limit: number, tx: Tx): Promise<EarningRow[]> =>
      tx
        .select()
        .from(earnings)
        .where(and(eq(earnings.performerId, performerId), isNull(earnings.releasedAt), lte(earnings.releaseAt, now)))
        .orderBy(asc(earnings.releaseAt))
        .limit(limit)
        .for('update', { skipLocked: true }),

    async markReleased(ids: readonly string[], now: Date, tx: Tx): Promise<void> {
      await tx.update(earnings).set({ releasedAt: now, updatedAt: now }).where(inArray(earnings.id, ids));
    },

    sum: (performerId: string, query: StatsQuery) =>
      getSingle(
        db
          .select({ ...sums, commission: sumOf(earnings.commission) })
          .from(earnings)
          .where(matching(performerId, query)),
      ),

    /** What each of these fans paid a creator in all, before commission; who paid nothing is absent. */
    async sumByFan(performerId: string, userIds: readonly string[]) {
      if (userIds.length === 0) return new Map<string, FanSum>();
      const rows = await db
        .select({ userId: earnings.userId, gross: sumOf(earnings.grossPrice), sales: count() })
        .from(earnings)
        .where(and(eq(earnings.performerId, performerId), inArray(earnings.userId, userIds)))
        .groupBy(earnings.userId);
      return new Map(rows.map(({ userId, ...sum }) => [userId, sum]));
    },

    /** What each of these posts earned its creator; those never sold are absent. */
    sumByFeed: (performerId: string, feedIds: readonly string[]) =>
      db
        .select({
          feedId: sql<string>`${earnings.sourceId}`,
          buyers: count(),
          ...sums,
        })
        .from(earnings)
        .where(
          and(
            eq(earnings.performerId, performerId),
            eq(earnings.sourceType, 'feed'),
            inArray(earnings.sourceId, feedIds),
          ),
        )
        .groupBy(earnings.sourceId),

    /** Sums over the sales since a moment. */
    sumSince: (performerId: string, since: Date) =>
      getSingle(
        db
          .select({ sales: count(), ...sums })
          .from(earnings)
          .where(and(eq(earnings.performerId, performerId), gte(earnings.createdAt, since))),
      ),

    /** The day on which income leaves its holding period next, and how much that is; null when none is held. */
    async findNextRelease(performerId: string): Promise<{ availableAt: Date; amount: Cents } | null> {
      const day = sql`date_trunc('day', ${earnings.releaseAt} at time zone 'UTC')`;
      const [row] = await db
        .select({ availableAt: min(earnings.releaseAt), amount: sumOf(earnings.netPrice) })
        .from(earnings)
        .where(and(eq(earnings.performerId, performerId), isNull(earnings.releasedAt), gt(earnings.netPrice, cents(0))))
        .groupBy(day)
        .orderBy(day)
        .limit(1);
      return row?.availableAt ? { availableAt: row.availableAt, amount: row.amount } : null;
    },

    /** Sums by span, oldest first; spans without a sale are absent. `date` is the span's first day. */
    sumBySpan(performerId: string, query: StatsQuery, span: 'day' | 'week' | 'month') {
      const date = sql<string>`to_char(date_trunc(${sql.raw(`'${span}'`)}, ${earnings.createdAt} at time zone 'UTC'), 'YYYY-MM-DD')`;
      return db
        .select({ date, ...sums })
        .from(earnings)
        .where(matching(performerId, query))
        .groupBy(sql`1`)
        .orderBy(sql`1`);
    },

    /** Newest first unless asked otherwise, with the name of what was sold. */
    async search(performerId: string, query: EarningQuery, tx: Executor = db) {
      const where = matching(performerId, query);
      const name = sql<string | null>`coalesce(${walletCharges.products}, ${paymentTransactions.products})->0->>'name'`;
      const rows = await tx
        .select({ earning: earnings, itemName: name, userNote: walletCharges.note })
        .from(earnings)
        .leftJoin(walletCharges, eq(walletCharges.id, earnings.transactionId))
        .leftJoin(paymentTransactions, eq(paymentTransactions.id, earnings.transactionId))
        .where(where)
        .orderBy(...orderOf(sortable, query, { fallback: 'createdAt', id: earnings.id }))
        .limit(query.limit)
        .offset(query.offset);
      return { rows, total: await tx.$count(earnings, where) };
    },
  };
}

function matching(performerId: string, query: Partial<EarningQuery>): SQL | undefined {
  const { sourceType, type, isToken, isPaid, types } = query;
  return and(
    eq(earnings.performerId, performerId),
    sourceType === undefined ? undefined : eq(earnings.sourceType, sourceType),
    type === undefined ? undefined : eq(earnings.type, type),
    types === undefined ? undefined : inArray(earnings.type, types),
    isToken === undefined ? undefined : eq(earnings.isToken, isToken),
    isPaid === undefined ? undefined : eq(earnings.isPaid, isPaid),
    betweenDays(earnings.createdAt, query),
  );
}
