import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import type { EarningService } from '../earning/earning-service';
import type { SubscriptionService } from '../subscription/subscription-service';
import { createCreatorHomeRepository } from './creator-home-repository';

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
  const repository = createCreatorHomeRepository(db);

  return {
    /** Today, seven and thirty days, all in UTC and ending today; what is there to pay out, and what comes next. */
    async overview(actor: Actor): Promise<EndpointReply<'getCreatorHome'>> {
      assertAllowed(isPerformer(actor));
      const now = clock.now();
      const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
      const since = [today, today - 6 * DAY_MS, today - 29 * DAY_MS].map((time) => new Date(time));
      const [sums, fans, balances, nextRelease, activeSubscribers] = await Promise.all([
        Promise.all(since.map((moment) => earning.sumSince(actor.id, moment))),
        repository.countNewFans(actor.id, since),
        readPersonBalances(db, actor.id),
        earning.findNextRelease(actor.id),
        repository.countActive(actor.id, now),
      ]);
      const [day, week, month] = sums.map(({ sales, gross, net }, index) => ({
        sales,
        grossPrice: fromCents(gross),
        netPrice: fromCents(net),
        newSubscribers: fans[index]?.newSubscribers ?? 0,
        newFollowers: fans[index]?.newFollowers ?? 0,
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
        repository.findFollow(userId, actor.id),
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
