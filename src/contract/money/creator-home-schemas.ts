import { z } from 'zod';
import { Dollars, IsoDate, ObjectId, SignedDollars, byId, getList } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { creatorHomeRoutes } from './creator-home-routes';
import { Subscription } from './subscription-schemas';

const Period = z.object({
  sales: z.number(),
  grossPrice: SignedDollars,
  netPrice: SignedDollars,
  newSubscribers: z.number(),
  newFollowers: z.number(),
});

export const creatorHomeSchemas = {
  getCreatorHome: {
    summary: 'Income, new fans and the next release of a creator; days are UTC, the last one is today',
    mark: 'assumed',
    data: z.object({
      today: Period,
      week: Period,
      month: Period,
      /** Money that can be paid out on request, and money in its holding period. */
      available: Dollars,
      pending: Dollars,
      /** The next day on which income leaves the holding period, and how much; null if nothing is pending. */
      nextRelease: z.object({ availableAt: IsoDate, amount: Dollars }).nullable(),
      activeSubscribers: z.number(),
      /** Refund requests that wait for the creator's answer. */
      refundsToAnswer: z.number().optional(),
    }),
  },
  listPostSales: {
    summary: 'How often own posts were unlocked and what that earned; posts never sold and of others are absent',
    mark: 'assumed',
    query: z.object({ feedIds: getList(ObjectId).pipe(z.array(ObjectId).max(200)) }),
    data: z.object({
      data: z.array(
        z.object({ feedId: ObjectId, buyers: z.number(), grossPrice: SignedDollars, netPrice: SignedDollars }),
      ),
    }),
  },
  getFan: {
    ...byId,
    summary: 'What one fan is to the caller: subscription, since when, what they paid in all',
    mark: 'assumed',
    data: z.object({
      userId: ObjectId,
      subscription: Subscription.nullable(),
      /** Null if the fan does not follow. */
      followedAt: IsoDate.nullable(),
      /** Before commission, without refunds. */
      totalSpent: SignedDollars,
      purchases: z.number(),
    }),
  },
} satisfies SchemasFor<typeof creatorHomeRoutes>;
