import { and, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { isCurrentSubscription } from '../../../db/conditions';
import { findRow } from '../../../db/query-helpers';
import { subscriptions } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';
import { AppError } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import type { EarningService } from '../earning/earning-service';
import type { SubscriptionService } from '../subscription/subscription-service';

const DAY_MS = 24 * 3600 * 1000;

/** What a creator sees of their own business: sums, people, what sold. Money is the ledger's and the earnings', to the cent. */
export function createCreatorHomeService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  {
    earning,
    subscription,
  }: {
    earning: Pick<EarningService, 'sumSince' | 'sumByFeed' | 'sumByFan' | 'findNextRelease'>;
    subscription: Pick<SubscriptionService, 'searchOfPerformer'>;
  },
) {
  /** How many of these rows were made since each of the moments, in their order. */
  async function countSince(since: readonly Date[], table: typeof follows | typeof subscriptions, where?: SQL) {
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

  return {
    /** Today, seven and thirty days, all in UTC and ending today; what is there to pay out, and what comes next. */
    async overview(actor: Actor): Promise<EndpointReply<'getCreatorHome'>> {
      assertAllowed(isPerformer(actor));
      const now = clock.now();
      const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
      const since = [today, today - 6 * DAY_MS, today - 29 * DAY_MS].map((time) => new Date(time));
      const [sums, subscribed, followed, balances, nextRelease, activeSubscribers] = await Promise.all([
        Promise.all(since.map((moment) => earning.sumSince(actor.id, moment))),
        countSince(since, subscriptions, isBegun(actor.id)),
        countSince(since, follows, eq(follows.followingId, actor.id)),
        readPersonBalances(db, actor.id),
        earning.findNextRelease(actor.id),
        db.$count(subscriptions, and(eq(subscriptions.performerId, actor.id), isCurrentSubscription(now))),
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
      };
    },

    /** What own posts sold; a post of somebody else is left out like one that sold nothing. */
    async postSales(
      actor: Actor,
      { feedIds }: EndpointPart<'listPostSales', 'query'>,
    ): Promise<EndpointReply<'listPostSales'>> {
      assertAllowed(isPerformer(actor));
      const rows = await earning.sumByFeed(actor.id, feedIds);
      return {
        data: rows.map(({ feedId, buyers, gross, net }) => ({
          feedId,
          buyers,
          grossPrice: fromCents(gross),
          netPrice: fromCents(net),
        })),
      };
    },

    /** @throws AppError ENTITY_NOT_FOUND for whoever neither subscribed, followed nor paid: not a fan of the actor's. */
    async fan(actor: Actor, userId: string): Promise<EndpointReply<'getFan'>> {
      assertAllowed(isPerformer(actor));
      const [{ data }, follow, sums] = await Promise.all([
        subscription.searchOfPerformer(actor, { userId, limit: 1, offset: 0, sort: 'desc' }),
        findRow(db, follows, eq(follows.followerId, userId), eq(follows.followingId, actor.id)),
        earning.sumByFan(actor.id, [userId]),
      ]);
      const [held] = data;
      const sum = sums.get(userId);
      if (!held && !follow && !sum) throw new AppError('ENTITY_NOT_FOUND');
      return {
        userId,
        subscription: held ?? null,
        followedAt: follow?.createdAt.toISOString() ?? null,
        totalSpent: sum ? fromCents(sum.gross) : 0,
        purchases: sum?.sales ?? 0,
      };
    },
  };
}

/** Everything of a creator's that was ever paid or tried. */
const isBegun = (performerId: string) =>
  and(eq(subscriptions.performerId, performerId), inArray(subscriptions.status, ['active', 'past_due', 'deactivated']));
