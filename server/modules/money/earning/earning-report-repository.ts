import { and, count, eq, gt, gte, inArray, isNull, min, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { getSingle } from '../../../db/query-helpers';
import { earnings, paymentTransactions, walletCharges } from '../../../db/schema/money';

type StatsQuery = EndpointPart<'getEarningStats', 'query'>;
export type EarningQuery = EndpointPart<'searchEarnings', 'query'> & { types?: readonly string[] };

interface FanSum {
  gross: Cents;
  sales: number;
}

const sortable = {
  createdAt: earnings.createdAt,
  updatedAt: earnings.updatedAt,
  grossPrice: earnings.grossPrice,
  netPrice: earnings.netPrice,
};

/** The driver returns sums as text. */
const sumCents = (column: PgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith((sum) => cents(Number(sum)));
const sums = { gross: sumCents(earnings.grossPrice), net: sumCents(earnings.netPrice) };

export type EarningReportRepository = ReturnType<typeof createEarningReportRepository>;

export function createEarningReportRepository(db: Db) {
  return {
    search: (performerId: string, query: EarningQuery) => searchEarnings(db, performerId, query),

    sum: (performerId: string, query: StatsQuery) =>
      getSingle(
        db
          .select({ ...sums, commission: sumCents(earnings.commission) })
          .from(earnings)
          .where(matchesQuery(performerId, query)),
      ),

    sumBySpan: (performerId: string, query: StatsQuery, span: 'day' | 'week' | 'month') =>
      sumBySpan(db, performerId, query, span),

    sumSince: (performerId: string, since: Date) =>
      getSingle(
        db
          .select({ sales: count(), ...sums })
          .from(earnings)
          .where(and(eq(earnings.performerId, performerId), gte(earnings.createdAt, since))),
      ),

    /** Sums payments before commission. Leaves out fans who paid nothing. */
    async sumByFan(performerId: string, userIds: readonly string[]) {
      if (userIds.length === 0) return new Map<string, FanSum>();
      const rows = await db
        .select({ userId: earnings.userId, gross: sumCents(earnings.grossPrice), sales: count() })
        .from(earnings)
        .where(and(eq(earnings.performerId, performerId), inArray(earnings.userId, userIds)))
        .groupBy(earnings.userId);
      return new Map(rows.map(({ userId, ...sum }) => [userId, sum]));
    },

    /** Leaves out posts that were never sold. */
    sumByFeed: (performerId: string, feedIds: readonly string[]) =>
      db
        .select({ feedId: sql<string>`${earnings.sourceId}`, buyers: count(), ...sums })
        .from(earnings)
        .where(
          and(
            eq(earnings.performerId, performerId),
            eq(earnings.sourceType, 'feed'),
            inArray(earnings.sourceId, feedIds),
          ),
        )
        .groupBy(earnings.sourceId),

    findNextRelease: (performerId: string) => findNextRelease(db, performerId),
  };
}

/** Newest first by default. */
async function searchEarnings(db: Db, performerId: string, query: EarningQuery) {
  const where = matchesQuery(performerId, query);
  const name = sql<string | null>`coalesce(${walletCharges.products}, ${paymentTransactions.products})->0->>'name'`;
  const rows = await db
    .select({ earning: earnings, itemName: name, userNote: walletCharges.note })
    .from(earnings)
    .leftJoin(walletCharges, eq(walletCharges.id, earnings.transactionId))
    .leftJoin(paymentTransactions, eq(paymentTransactions.id, earnings.transactionId))
    .where(where)
    .orderBy(...toOrder(sortable, query, { fallback: 'createdAt', id: earnings.id }))
    .limit(query.limit)
    .offset(query.offset);
  return { rows, total: await db.$count(earnings, where) };
}

/** Oldest first, without spans that had no sale. `date` is the first day of the span. */
function sumBySpan(db: Db, performerId: string, query: StatsQuery, span: 'day' | 'week' | 'month') {
  const start = sql`date_trunc(${sql.raw(`'${span}'`)}, ${earnings.createdAt} at time zone 'UTC')`;
  return db
    .select({ date: sql<string>`to_char(${start}, 'YYYY-MM-DD')`, ...sums })
    .from(earnings)
    .where(matchesQuery(performerId, query))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** The next day on which income is released, and the amount; null if all income has been released. */
async function findNextRelease(db: Db, performerId: string): Promise<{ availableAt: Date; amount: Cents } | null> {
  const day = sql`date_trunc('day', ${earnings.releaseAt} at time zone 'UTC')`;
  const [row] = await db
    .select({ availableAt: min(earnings.releaseAt), amount: sumCents(earnings.netPrice) })
    .from(earnings)
    .where(
      and(
        eq(earnings.performerId, performerId),
        isNull(earnings.releasedAt),
        isNull(earnings.heldAt),
        gt(earnings.netPrice, cents(0)),
      ),
    )
    .groupBy(day)
    .orderBy(day)
    .limit(1);
  return row?.availableAt ? { availableAt: row.availableAt, amount: row.amount } : null;
}

function matchesQuery(performerId: string, query: Partial<EarningQuery>): SQL | undefined {
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
