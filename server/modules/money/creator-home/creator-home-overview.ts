import { and, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { subscriptions } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';
import { AppError } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import type { EarningService } from '../earning/earning-service';
import type { SaleRequestService } from '../refund-request/sale-request-service';

export interface OverviewDeps extends Pick<ServerContext, 'db' | 'clock'> {
  earning: Pick<EarningService, 'sumSince' | 'findNextRelease'>;
  saleRequest: Pick<SaleRequestService, 'countAsked'>;
}

const DAY_MS = 24 * 3600 * 1000;

/** Reads the sums of today, the last 7 and the last 30 days, in UTC. */
export async function readOverview(
  { db, clock, earning, saleRequest }: OverviewDeps,
  performerId: string,
): Promise<EndpointReply<'getCreatorHome'>> {
  const now = clock.now();
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const since = [today, today - 6 * DAY_MS, today - 29 * DAY_MS].map((time) => new Date(time));
  const [sums, subscribed, followed, balances, nextRelease, activeSubscribers, refundsToAnswer] = await Promise.all([
    Promise.all(since.map((moment) => earning.sumSince(performerId, moment))),
    countSince(db, since, subscriptions, wasStarted(performerId)),
    countSince(db, since, follows, eq(follows.followingId, performerId)),
    readPersonBalances(db, performerId),
    earning.findNextRelease(performerId),
    db.$count(subscriptions, and(eq(subscriptions.performerId, performerId), isCurrentSubscription(now))),
    saleRequest.countAsked(performerId),
  ]);
  const [day, week, month] = sums.map(({ sales, gross, net }, index) => ({
    sales,
    grossPrice: fromCents(gross),
    netPrice: fromCents(net),
    newSubscribers: subscribed[index] ?? 0,
    newFollowers: followed[index] ?? 0,
  }));
  if (!day || !week || !month) throw new AppError('INTERNAL');
  return {
    today: day,
    week,
    month,
    available: fromCents(balances.wallet),
    pending: fromCents(balances.pending),
    nextRelease: nextRelease && {
      availableAt: nextRelease.availableAt.toISOString(),
      amount: fromCents(nextRelease.amount),
    },
    activeSubscribers,
    refundsToAnswer,
  };
}

/** Counts the rows created since each moment, in the order of `since`. */
async function countSince(
  db: Db,
  since: readonly Date[],
  table: typeof follows | typeof subscriptions,
  where: SQL | undefined,
): Promise<number[]> {
  const [first = new Date(0)] = since.toSorted((a, b) => a.getTime() - b.getTime());
  const counts = since.map(
    (moment) => sql`count(*) filter (where ${table.createdAt} >= ${moment.toISOString()}::timestamptz)::int`,
  );
  const [row] = await db
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(table)
    .where(and(where, gte(table.createdAt, first)));
  return row?.counts ?? [];
}

/** Excludes subscriptions that never started. */
const wasStarted = (performerId: string) =>
  and(eq(subscriptions.performerId, performerId), inArray(subscriptions.status, ['active', 'past_due', 'deactivated']));
