import { eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { findRow } from '../../../db/query-helpers';
import { follows } from '../../../db/schema/social';
import { AppError } from '../../../errors';
import type { EarningService } from '../earning/earning-service';
import type { SaleRequestService } from '../refund-request/sale-request-service';
import type { SubscriptionService } from '../subscription/subscription-service';
import { readOverview, type OverviewDeps } from './creator-home-overview';

interface CreatorHomeDeps {
  earning: OverviewDeps['earning'] & Pick<EarningService, 'sumByFeed' | 'sumByFan'>;
  subscription: Pick<SubscriptionService, 'searchOfPerformer'>;
  saleRequest: Pick<SaleRequestService, 'countAsked'>;
}

export function createCreatorHomeService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { earning, subscription, saleRequest }: CreatorHomeDeps,
) {
  return {
    async overview(actor: Actor): Promise<EndpointReply<'getCreatorHome'>> {
      assertAllowed(isPerformer(actor));
      return readOverview({ db, clock, earning, saleRequest }, actor.id);
    },

    /** Leaves out posts of other creators and posts that were never sold. */
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

    /** @throws AppError ENTITY_NOT_FOUND for an account that neither subscribed to, followed nor paid the actor */
    async fan(actor: Actor, userId: string): Promise<EndpointReply<'getFan'>> {
      assertAllowed(isPerformer(actor));
      const [{ data }, follow, sums] = await Promise.all([
        subscription.searchOfPerformer(actor, { userId, limit: 1, offset: 0, sort: 'desc' }),
        findRow(db, follows, eq(follows.followerId, userId), eq(follows.followingId, actor.id)),
        earning.sumByFan(actor.id, [userId]),
      ]);
      const [found] = data;
      const sum = sums.get(userId);
      if (!found && !follow && !sum) throw new AppError('ENTITY_NOT_FOUND');
      return {
        userId,
        subscription: found ?? null,
        followedAt: follow?.createdAt.toISOString() ?? null,
        totalSpent: sum ? fromCents(sum.gross) : 0,
        purchases: sum?.sales ?? 0,
      };
    },
  };
}
