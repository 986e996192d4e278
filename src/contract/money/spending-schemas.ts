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
  /** Payments that have begun and wait for the bank. They count for the limit, until they fail. */
  waiting: Dollars.optional(),
  /** The rest of the limit, after what was spent and what waits. */
  remaining: Dollars.nullable(),
  /** Start of the next month. */
  resetsAt: IsoDate,
  /** A higher limit, or none, that takes effect later; null if there is no such change. */
  pending: z.object({ limit: Dollars.nullable(), from: IsoDate }).nullable(),
});

export const UpcomingCharge = z.object({
  kind: z.enum(['subscription', 'platform_subscription']),
  subscriptionId: ObjectId,
  subscriptionType: z.enum(['monthly', 'yearly']),
  /** Null for the platform subscription. */
  performerInfo: PerformerPublic.nullable(),
  date: IsoDate,
  /** Without tax. */
  price: Dollars,
  tax: Dollars,
  total: Dollars,
  /** The current price, if an announced new price applies to this charge. */
  priceBefore: Dollars.nullable(),
  card: CardName.nullable(),
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
      total: Dollars,
      /** End of these 30 days. */
      until: IsoDate,
      /** Date of the first charge after them; null if nothing renews, absent from older backends. */
      nextDate: IsoDate.nullish(),
    }),
  },
} satisfies SchemasFor<typeof spendingRoutes>;
