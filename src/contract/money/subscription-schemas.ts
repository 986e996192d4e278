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

/** Who collects the money; `system` stands for free and for wallet money. Wire contract 3.26. */
export const PaymentGateway = z.enum(['stripe', 'ccbill', 'paypal', 'system']);

/** `system` is made by an admin. Wire contract 3.16. */
export const SubscriptionType = z.enum(['monthly', 'yearly', 'free', 'system']);

/**
 * `created` is not paid yet, `deactivated` cancelled but open until `expiredAt`, `suspended` how an active one past
 * `expiredAt` is shown; `past_due`, a failed renewal that is tried again, is ours. Wire contract 3.16, decisions 1.
 */
export const SubscriptionStatus = z.enum(['created', 'active', 'deactivated', 'suspended', 'past_due']);

/** A saved card, as people recognise it; ours. */
export const CardName = z.object({ brand: z.string(), last4Digits: z.string() });

/** A price to come, and the first renewal that costs it; ours. */
export const PriceChange = z.object({ price: Dollars, from: IsoDate });

/** A fan's subscription to one performer. Wire contract 3.16. */
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
  /** When it renews; null once cancelled. */
  nextRecurringDate: IsoDate.nullish(),
  /** Access ends here, whatever the status says. */
  expiredAt: IsoDate,
  usedFreeSubscription: z.boolean().optional(),
  /** The performer blocked its fan: it is not renewed, and their page is closed to the fan. */
  blockedUser: z.boolean().optional(),
  /** What a period costs; ours. */
  price: Dollars.optional(),
  /** Another price that was announced. For its own fan only; ours. */
  priceChange: PriceChange.optional(),
  /** `expiredAt` is still ahead; ours. */
  isActive: z.boolean().optional(),
  /** What it renews with. For its own fan only; null when no card is saved. Ours. */
  card: CardName.nullish(),
  /** It was not renewed, since its fan has to declare their age first. For its own fan only; ours. */
  isAgeNeeded: z.boolean().optional(),
  /** What its fan has paid this performer in all, before commission. For the performer only; ours. */
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
      /** Ours: whether `expiredAt` is still ahead. */
      isActive: Flag.optional(),
      /** Ours: only fans in this list of the creator. */
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
