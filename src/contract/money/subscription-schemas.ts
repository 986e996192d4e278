import { z } from 'zod';
import {
  DateRange,
  Dollars,
  Flag,
  IsoDate,
  ListQuery,
  ObjectId,
  SignedDollars,
  getList,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line } from '../base/field-schemas';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import type { subscriptionRoutes } from './subscription-routes';

/** `system` stands for free subscriptions and wallet money. Wire contract 3.26. */
export const PaymentGateway = z.enum(['stripe', 'ccbill', 'paypal', 'system']);

/** `system` is created by an administrator. Wire contract 3.16. */
export const SubscriptionType = z.enum(['monthly', 'yearly', 'free', 'system']);

/**
 * `created` is not paid yet, `deactivated` is canceled but open until `expiredAt`, `suspended` is an active one after
 * `expiredAt`. `past_due`, a failed renewal that is retried, is our extension. Wire contract 3.16, decisions 1.
 */
export const SubscriptionStatus = z.enum(['created', 'active', 'deactivated', 'suspended', 'past_due']);

/** A saved card, for its owner to recognize; our extension. */
export const CardName = z.object({ brand: z.string(), last4Digits: z.string() });

/** A future price, and the first renewal that costs it; our extension. */
export const PriceChange = z.object({ price: Dollars, from: IsoDate });

/** Wire contract 3.16. */
export const Subscription = z.object({
  ...stamps,
  subscriptionType: SubscriptionType,
  userId: ObjectId,
  userInfo: UserPublic.nullish(),
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  paymentGateway: PaymentGateway,
  status: SubscriptionStatus,
  startRecurringDate: IsoDate.nullish(),
  /** Next renewal; null once canceled. */
  nextRecurringDate: IsoDate.nullish(),
  /** Access ends here, whatever the status. */
  expiredAt: IsoDate,
  usedFreeSubscription: z.boolean().optional(),
  /** The performer blocked the fan: the subscription does not renew, and the performer's page is closed to the fan. */
  blockedUser: z.boolean().optional(),
  /** Price per period; our extension. */
  price: Dollars.optional(),
  /** An announced new price; sent to the fan only. Our extension. */
  priceChange: PriceChange.optional(),
  /** `expiredAt` is in the future; our extension. */
  isActive: z.boolean().optional(),
  /** Card for renewals, or null if none is saved; sent to the fan only. Our extension. */
  card: CardName.nullish(),
  /** It does not renew, because the fan has to declare their age first; sent to the fan only. Our extension. */
  isAgeNeeded: z.boolean().optional(),
  /** Total that the fan has paid this performer, before commission; sent to the performer only. Our extension. */
  totalSpent: SignedDollars.optional(),
});

const filters = { subscriptionType: SubscriptionType.optional(), status: SubscriptionStatus.optional(), ...DateRange };

export const subscriptionSchemas = {
  searchPerformerSubscriptions: {
    summary: "The performer's subscribers",
    mark: 'seen',
    query: ListQuery.extend({
      ...filters,
      userId: ObjectId.optional(),
      userIds: getList(ObjectId).optional(),
      /** Our extension. */
      isActive: Flag.optional(),
      /** Our extension: only fans in this list of the creator. */
      fanList: line(40).optional(),
    }),
    data: getPage(Subscription),
  },
  searchUserSubscriptions: {
    summary: "The user's subscriptions to performers, ended ones too",
    mark: 'seen',
    query: ListQuery.extend({ ...filters, performerId: ObjectId.optional() }),
    data: getPage(Subscription),
  },
} satisfies SchemasFor<typeof subscriptionRoutes>;
