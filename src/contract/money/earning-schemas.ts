import { z } from 'zod';
import {
  DateRange,
  Dollars,
  Flag,
  IsoDate,
  ListQuery,
  ObjectId,
  SignedDollars,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { earningRoutes } from './earning-routes';
import { FileLink, PaymentType } from './payment-schemas';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import { PaymentGateway } from './subscription-schemas';
import { ChargeTarget, ChargeType } from './wallet-schemas';

const SubscriptionEarningType = PaymentType.extract(['monthly_subscription', 'yearly_subscription']);
const EarningType = z.enum([...ChargeType.options, ...SubscriptionEarningType.options]);

/** The performer's view of one sale. Wire contract 3.14. */
export const Earning = z.object({
  ...stamps,
  userId: ObjectId,
  userInfo: UserPublic.nullish(),
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  transactionId: ObjectId,
  /** The charge's target; `performer` for a subscription. */
  sourceType: ChargeTarget,
  type: EarningType,
  grossPrice: Dollars,
  netPrice: Dollars,
  /** Fraction 0..1. */
  siteCommission: z.number().min(0).max(1),
  isPaid: z.boolean(),
  paidAt: IsoDate.nullish(),
  /** `system` for payments from the wallet. */
  paymentGateway: PaymentGateway,
  /** True for payments from the wallet, false for a gateway's subscription. */
  isToken: z.boolean(),
  /** Our extension. */
  itemName: z.string().nullish(),
  /** Note on a tip; our extension. */
  userNote: z.string().nullish(),
  /** When it leaves the pending balance, or left it. Our extension. Decisions 2. */
  availableAt: IsoDate.nullish(),
});

/** A month or year, in UTC. */
const StatementPeriod = z.string().regex(/^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/, 'must be a month as 2026-11 or a year');

const filters = {
  ...DateRange,
  sourceType: ChargeTarget.optional(),
  type: EarningType.optional(),
  isToken: Flag.optional(),
};

export const earningSchemas = {
  getEarningStats: {
    summary: 'Sums over the earnings that match, and if asked over each day, week or month',
    mark: 'seen',
    query: z.object({
      ...filters,
      /** Our extension: adds `series`. Weeks start on Monday, days are UTC. */
      groupBy: z.enum(['day', 'week', 'month']).optional(),
    }),
    data: z.object({
      totalGrossPrice: SignedDollars,
      totalNetPrice: SignedDollars,
      totalSiteCommission: SignedDollars,
      /** Oldest first, including empty periods; `date` is the first day, such as `2026-01-31`. */
      series: z.array(z.object({ date: z.string(), grossPrice: SignedDollars, netPrice: SignedDollars })).optional(),
    }),
  },
  searchEarnings: {
    summary: "The performer's earnings, newest first",
    mark: 'seen',
    query: ListQuery.extend({ ...filters, isPaid: Flag.optional() }),
    data: getPage(Earning),
  },
  searchSubscriptionEarnings: {
    summary: "The performer's earnings from subscriptions, newest first",
    mark: 'assumed',
    query: ListQuery.extend({ ...DateRange, type: SubscriptionEarningType.optional() }),
    data: getPage(Earning),
  },
  listStatements: {
    summary: 'Months and years since the first movement of money of the performer, newest first',
    mark: 'assumed',
    data: z.object({
      data: z.array(z.object({ period: StatementPeriod, isComplete: z.boolean() })),
    }),
  },
  getStatementFile: {
    summary: 'A short-lived address of the statement of a month or a year',
    mark: 'assumed',
    params: z.object({ period: StatementPeriod }),
    query: z.object({ format: z.enum(['pdf', 'csv']).default('pdf') }),
    data: FileLink,
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof earningRoutes>;
