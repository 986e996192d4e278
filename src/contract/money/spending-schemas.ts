import { z } from 'zod';
import { Dollars, DollarsInput, IsoDate, ObjectId } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { limits } from '../base/limits';
import { inCoins } from '../base/money';
import { PerformerPublic } from '../identity/people-schemas';
import type { spendingRoutes } from './spending-routes';
import { CardName } from './subscription-schemas';

const LimitAmount = DollarsInput.refine(
  (amount) => amount >= inCoins(limits.spendingMin) && amount <= inCoins(limits.spendingMax),
  'is outside the allowed range',
);

/** Purchases of a fan in the current calendar month (UTC), from the wallet and by card; top-ups do not count. */
export const SpendingLimit = z.object({
  /** Null for none. */
  limit: Dollars.nullable(),
  spent: Dollars,
  /** Null where there is no limit. */
  remaining: Dollars.nullable(),
  /** The first moment of the next month. */
  resetsAt: IsoDate,
  /** A higher limit, or none, which counts from a later moment; null when nothing waits. */
  pending: z.object({ limit: Dollars.nullable(), from: IsoDate }).nullable(),
});

/** A renewal that will be charged. */
export const UpcomingCharge = z.object({
  kind: z.enum(['subscription', 'platform_subscription']),
  subscriptionId: ObjectId,
  subscriptionType: z.enum(['monthly', 'yearly']),
  /** Null for the membership of the site. */
  performerInfo: PerformerPublic.nullable(),
  date: IsoDate,
  /** Without tax. */
  price: Dollars,
  tax: Dollars,
  total: Dollars,
  /** The price that the subscription has until then, where an announced one counts by this date. */
  priceBefore: Dollars.nullable(),
  /** Null when no card is saved. */
  card: CardName.nullable(),
  /** An earlier try failed. */
  isRetry: z.boolean(),
});

export const spendingSchemas = {
  getSpendingLimit: {
    summary: "The caller's monthly spending limit, and what was spent of it",
    mark: 'assumed',
    data: SpendingLimit,
  },
  setSpendingLimit: {
    summary: 'Set the monthly spending limit: a lower one counts at once, a higher one or none after 24 hours',
    mark: 'assumed',
    body: z.object({ limit: LimitAmount.nullable() }),
    data: SpendingLimit,
  },
  listUpcomingCharges: {
    summary: 'Renewals that the caller is charged for in the next 30 days, soonest first',
    mark: 'assumed',
    data: z.object({
      charges: z.array(UpcomingCharge),
      /** The sum of all of them, tax included. */
      total: Dollars,
      /** The end of these 30 days. */
      until: IsoDate,
    }),
  },
} satisfies SchemasFor<typeof spendingRoutes>;
