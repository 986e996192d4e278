import { z } from 'zod';
import {
  DateRange,
  Deleted,
  Dollars,
  DollarsInput,
  Flag,
  IdParams,
  IsoDate,
  ListQuery,
  ObjectId,
  Success,
  byId,
  each,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line, requiredLine, ReturnTo } from '../base/field-schemas';
import { ProductType } from '../content/product-schemas';
import type { paymentRoutes } from './payment-routes';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import { CardName, PriceChange, PaymentGateway, SubscriptionStatus } from './subscription-schemas';
import { PaidProduct } from './wallet-schemas';
import { PAYER_ERRORS, SELLER_ERRORS } from '../base/payment-errors';

/** `token_package` is a wallet top-up. Wire contract 3.12. */
export const PaymentType = z.enum([
  'token_package',
  'free_subscription',
  'monthly_subscription',
  'yearly_subscription',
  'platform_subscription',
  // Our extension: items bought directly by card.
  'feed',
  'video',
  'gallery',
  'message',
  'public_chat',
  'product',
]);
export const PaymentTarget = z.enum([
  'performer',
  'token_package',
  'platform',
  // Our extension; an `order` is a checkout of the shop.
  'feed',
  'video',
  'gallery',
  'message',
  'stream',
  'order',
]);
export const PaymentStatus = z.enum([
  'created',
  'processing',
  'require_authentication',
  'success',
  'fail',
  'canceled',
  'refunded',
]);

/** A buyer's view of a coupon; `value` is a fraction of the price. Wire contract 3.25. */
export const Coupon = z.object({ _id: ObjectId, code: z.string(), value: z.number().min(0).max(1) });

/** Wire contract 3.11. */
export const PaymentCard = z.object({
  ...stamps,
  source: z.literal('user'),
  sourceId: ObjectId,
  paymentGateway: PaymentGateway,
  customerId: z.string().nullish(),
  /** The gateway's id of the card, used as `cardId` in payments. */
  token: z.string(),
  holderName: z.string().nullish(),
  brand: z.string(),
  last4Digits: z.string(),
  /** Text such as `4` or `04`, and `2031`. */
  month: z.string(),
  year: z.string(),
  isProduction: z.boolean().optional(),
  /** Our extension. Set while the bank wants the holder to agree to charges in their absence. */
  setupClientSecret: z.string().nullish(),
  isDefault: z.boolean(),
});

/** Full or partial refund of a payment. Our extension. */
const Refunded = z.object({ amount: Dollars, at: IsoDate });

/** Receipt for the payer of one payment, from the wallet or by card. Our extension. */
const Receipt = z.object({
  _id: ObjectId,
  /** Invoice number, such as `2026-000123`. If there is no invoice (yet): the last eight digits of the id. */
  number: z.string(),
  /** Number of the credit note for its refund, such as `2026-R000007`. */
  creditNoteNumber: z.string().nullish(),
  refunded: Refunded.nullish(),
  /** Kind of the ledger transfer, or `trial`. */
  kind: z.string(),
  status: z.string(),
  title: z.string(),
  /** One sentence. */
  summary: z.string(),
  ...each(['price', 'discount', 'taxAmount', 'totalPrice'], Dollars),
  /** A fraction 0..1. */
  taxRate: z.number().min(0).max(1).nullish(),
  paidWith: z.object({
    kind: z.enum(['card', 'wallet', 'nothing']),
    /** Null if the card is no longer known. */
    brand: z.string().nullable(),
    last4Digits: z.string().nullable(),
  }),
  payer: z.object({ name: z.string(), email: z.string().nullable() }),
  performer: z.object({ _id: ObjectId, name: z.string(), username: z.string().nullable() }).nullable(),
  /** The order it paid for, or the first of several; null for other kinds. */
  orderId: ObjectId.nullish(),
  /** Of that order: a file, or goods that are sent. */
  productType: ProductType.nullish(),
  /** Next renewal of its subscription, if it renews. */
  nextRecurringDate: IsoDate.nullable(),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

/** URL of a file for its owner, valid for some minutes. */
export const FileLink = z.object({ url: z.string() });

/** A payment through a gateway. Wire contract 3.12. */
export const PaymentTransaction = z.object({
  ...stamps,
  paymentGateway: PaymentGateway,
  source: z.literal('user'),
  sourceId: ObjectId,
  sourceInfo: UserPublic.nullish(),
  target: PaymentTarget,
  /** Null for the wallet and the platform. */
  targetId: ObjectId.nullish(),
  performerId: ObjectId.nullish(),
  performerInfo: PerformerPublic.nullish(),
  type: PaymentType,
  products: z.array(PaidProduct.extend({ tokens: Dollars.optional() })),
  /** Before and after the coupon. */
  originalPrice: Dollars,
  totalPrice: Dollars,
  couponInfo: Coupon.nullish(),
  status: PaymentStatus,
  /** For the card holder's confirmation while the status is `require_authentication`. */
  stripeClientSecret: z.string().nullish(),
  /** Tax included in `totalPrice`; our extension. */
  taxAmount: Dollars.optional(),
  /** Message of the bank or gateway on `fail`; our extension. */
  failureReason: z.string().nullish(),
  /** The card used, while it is saved; our extension. */
  card: CardName.nullish(),
  /** Total refunded so far; our extension. */
  refunded: Refunded.nullish(),
});

/** URL of the gateway's own page, to which the client redirects the browser. */
export const PaymentRedirect = z.object({ paymentUrl: z.string() });

/** Wire contract 2.2. */
export const PlatformSubscription = z.object({
  isSubscribed: z.boolean(),
  status: SubscriptionStatus.nullish(),
  expiredAt: IsoDate.nullish(),
  subscriptionId: ObjectId.nullish(),
  /** Next renewal (null once canceled), its price and card; our extension. */
  nextRecurringDate: IsoDate.nullish(),
  price: Dollars.optional(),
  card: CardName.nullish(),
  /** Our extension. */
  priceChange: PriceChange.optional(),
  /** It does not renew, because the fan has to declare their age first; our extension. */
  isAgeNeeded: z.boolean().optional(),
});

/** Field names follow the geolocation result. Specification 3; `country` has two letters. */
export const TaxAddress = z.object({
  line1: requiredLine(200),
  line2: line(200).optional(),
  city: requiredLine(100),
  region: line(100),
  postalCode: requiredLine(20),
  country: z.string().regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code'),
});

const Month = z.string().regex(/^(0?[1-9]|1[0-2])$/, 'must be a month');
const Year = z.string().regex(/^(20)?\d{2}$/, 'must be a year');
const numberAsText = z.number().transform(String);

/** A card that is stored at the gateway; never contains its number. */
const CardFields = z.object({
  token: z.string().min(1).max(255),
  last4Digits: z.string().regex(/^\d{4}$/, 'must be four digits'),
  brand: z.string().min(1).max(40),
  month: z.union([Month, numberAsText.pipe(Month)]),
  year: z.union([Year, numberAsText.pipe(Year)]),
  holderName: line(200).optional(),
  paymentGateway: PaymentGateway,
  billingAddress: TaxAddress.optional(),
  isDefault: z.boolean().optional(),
});

/** `cardId` is a card's token or its `_id`. Wire contract 6. */
export const payWith = {
  cardId: z.string().min(1).max(255).nullish(),
  paymentGateway: PaymentGateway.optional(),
  couponCode: line(60).nullish(),
  address: TaxAddress.optional(),
};

/** The total that the payer saw: if it has changed, the payment is rejected with PRICE_CHANGED. Our extension. */
const seenPrice = { expectedPrice: DollarsInput.optional() };

/** `type` is the client's name of the gateway; the id alone identifies the subscription. */
const SubscriptionParams = z.object({ type: z.string().min(1).max(40), id: ObjectId });

/** `ENTITY_NOT_FOUND` is an unknown coupon. If the gateway does not reply, the payment stays `processing`. */
export const CARD_ERRORS = [
  'CARD_REQUIRED',
  'CARD_DECLINED',
  'GATEWAY_FAILED',
  'PROVIDER_NOT_CONFIGURED',
  'ENTITY_NOT_FOUND',
  'COUPON_UNUSABLE',
  'PRICE_CHANGED',
  'IDEMPOTENCY_IN_FLIGHT',
  ...PAYER_ERRORS,
  'SPENDING_LIMIT_REACHED',
] as const;

/** A performer's account at the payment provider. Wire contract 2.13; `problem` is our extension. */
const StripeAccount = z.object({
  /** Null before it is created. */
  accountId: z.string().nullable(),
  payoutsEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  /** Why money cannot be sent, as a message for the performer. */
  problem: z.string(),
});

const STRIPE_ACCOUNT_ERRORS = ['PROVIDER_NOT_CONFIGURED', 'PROVIDER_UNREACHABLE'] as const;

export const paymentSchemas = {
  subscribePerformer: {
    summary: 'Subscribe to a performer by card, or for a free trial',
    mark: 'seen',
    body: z.object({
      performerId: ObjectId,
      type: z.enum(['monthly', 'yearly', 'free']),
      ...payWith,
      ...seenPrice,
    }),
    data: z.union([PaymentTransaction, PaymentRedirect]),
    errors: [
      'EMAIL_NOT_VERIFIED',
      ...CARD_ERRORS,
      ...SELLER_ERRORS,
      'PRICE_OUT_OF_BOUNDS',
      'ALREADY_SUBSCRIBED',
      'FREE_SUBSCRIPTION_USED',
      'FREE_SUBSCRIPTION_UNAVAILABLE',
    ],
  },
  subscribePlatform: {
    summary: 'Subscribe to the platform with a saved card',
    mark: 'assumed',
    body: z.object({ type: z.literal('monthly').optional(), ...payWith, ...seenPrice }),
    data: PaymentTransaction,
    errors: ['FORBIDDEN', ...CARD_ERRORS, 'ALREADY_SUBSCRIBED'],
  },
  addCardAndSubscribe: {
    summary: 'Save a card and subscribe to the platform with it',
    mark: 'assumed',
    body: CardFields.extend({
      type: z.literal('monthly').optional(),
      couponCode: payWith.couponCode,
      address: payWith.address,
      ...seenPrice,
    }),
    data: z.object({
      card: PaymentCard,
      transaction: PaymentTransaction,
      subscription: PlatformSubscription.optional(),
    }),
    errors: [...CARD_ERRORS, 'CARD_DUPLICATE', 'EMAIL_NOT_VERIFIED', 'ALREADY_SUBSCRIBED'],
  },
  getPlatformSubscription: {
    summary: 'Whether the caller subscribes to the platform',
    mark: 'assumed',
    data: PlatformSubscription,
  },
  cancelPlatformSubscription: {
    summary: 'Stop the platform subscription at the end of the paid period',
    mark: 'assumed',
    data: Success,
    errors: ['ENTITY_NOT_FOUND'],
  },
  cancelSubscription: {
    summary: 'Stop a subscription at the end of the paid period',
    mark: 'seen',
    params: SubscriptionParams,
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  resumeSubscription: {
    summary: 'Let a cancelled subscription renew after all, while its period runs; moves no money',
    mark: 'assumed',
    params: SubscriptionParams,
    data: Success,
    errors: [...SELLER_ERRORS, 'FORBIDDEN', ...PAYER_ERRORS],
  },
  changeSubscriptionCard: {
    summary: 'Renew a subscription with another saved card; one that could not be charged is tried again at once',
    mark: 'assumed',
    params: SubscriptionParams,
    body: z.object({ cardId: z.string().min(1).max(255) }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'CARD_REQUIRED'],
  },
  topUpWallet: {
    summary: 'Put money into the wallet by card',
    mark: 'seen',
    body: z.object({ amount: DollarsInput.min(0.01), ...payWith, ...seenPrice }),
    data: z.union([PaymentTransaction, PaymentRedirect]),
    errors: [...CARD_ERRORS, 'PRICE_OUT_OF_BOUNDS'],
  },
  buyByCard: {
    summary: 'Buy one post, video, gallery, message or ticket by card, for exactly its price and tax',
    mark: 'assumed',
    body: z.object({
      target: z.enum(['feed', 'video', 'gallery', 'message', 'stream']),
      targetId: ObjectId,
      cardId: payWith.cardId,
      paymentGateway: payWith.paymentGateway,
      address: payWith.address,
      ...seenPrice,
    }),
    data: PaymentTransaction,
    errors: [
      ...CARD_ERRORS,
      ...SELLER_ERRORS,
      'ALREADY_BOUGHT',
      'NOTHING_TO_PAY',
      'STILL_PROCESSING',
      'FILE_BROKEN',
      'STREAM_OFFLINE',
      'NOT_SUBSCRIBED',
      'NOT_FOLLOWING',
    ],
  },
  searchTransactions: {
    summary: "The caller's payments through a gateway, newest first",
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      status: PaymentStatus.optional(),
      type: PaymentType.optional(),
      target: PaymentTarget.optional(),
      paymentGateway: PaymentGateway.optional(),
      performerId: ObjectId.optional(),
    }),
    data: getPage(PaymentTransaction),
  },
  getTransaction: {
    summary: 'One own payment as it stands, by id or by the eight-character reference of a return address',
    mark: 'assumed',
    params: z.object({
      id: z.string().regex(/^[0-9a-fA-F]{8}([0-9a-fA-F]{16})?$/, 'must be an id or a payment reference'),
    }),
    data: PaymentTransaction,
    errors: ['ENTITY_NOT_FOUND'],
  },
  getReceipt: { ...byId, summary: 'The receipt of an own payment or wallet charge', mark: 'assumed', data: Receipt },
  getReceiptFile: {
    ...byId,
    summary: 'A short-lived address of an own receipt as PDF: its invoices, and the credit notes that took them back',
    mark: 'assumed',
    data: FileLink,
  },
  confirmPayment: {
    summary: "Answer the sandbox bank's 3-D Secure question; a real gateway asks on its own page",
    mark: 'assumed',
    params: IdParams,
    body: z.object({ outcome: z.enum(['approve', 'refuse']) }),
    data: PaymentTransaction,
    errors: ['ENTITY_NOT_FOUND', 'CARD_DECLINED', 'PROVIDER_NOT_CONFIGURED'],
  },
  listCards: {
    summary: 'Saved cards, the default one first',
    mark: 'seen',
    query: ListQuery.extend({ paymentGateway: PaymentGateway.optional(), isProduction: Flag.optional() }),
    data: getPage(PaymentCard),
  },
  addCard: {
    summary: 'Save a card that the gateway has turned into a token',
    mark: 'seen',
    body: CardFields,
    data: PaymentCard,
    errors: ['CARD_DUPLICATE', 'CARD_DECLINED', 'GATEWAY_FAILED', 'PROVIDER_NOT_CONFIGURED', 'EMAIL_NOT_VERIFIED'],
  },
  checkCardEmail: {
    summary: 'Whether the email is confirmed, which a card needs; sends the link when it is not',
    mark: 'assumed',
    query: z.object({ returnTo: ReturnTo }),
    data: z.object({ verifiedEmail: z.boolean(), sent: z.boolean() }),
  },
  setDefaultCard: {
    summary: 'Choose the card that is offered first',
    mark: 'assumed',
    body: z.object({ cardId: z.string().min(1).max(255) }),
    data: PaymentCard,
    errors: ['ENTITY_NOT_FOUND'],
  },
  deleteCard: {
    summary: 'Forget a saved card, by its id or token',
    mark: 'seen',
    params: z.object({ id: z.string().min(1).max(255) }),
    data: Deleted,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  applyCoupon: {
    summary: 'Check a coupon; the id place takes its code',
    mark: 'seen',
    params: z.object({ id: requiredLine(60) }),
    data: Coupon,
    errors: ['ENTITY_NOT_FOUND', 'COUPON_UNUSABLE'],
  },
  validateTaxAddress: {
    summary: 'Check an address before tax is worked out',
    mark: 'assumed',
    body: TaxAddress,
    data: z.object({ valid: z.boolean(), address: TaxAddress, messages: z.array(z.string()).optional() }),
  },
  calculateTax: {
    summary: 'Tax on an amount; without an address by where the caller is',
    mark: 'assumed',
    body: z.object({
      amount: DollarsInput,
      type: z.enum(['wallet', 'subscription', 'product']).optional(),
      address: TaxAddress.optional(),
    }),
    /** `rate` is a fraction. */
    data: z.object({ amount: Dollars, taxAmount: Dollars, totalAmount: Dollars, rate: z.number().min(0).max(1) }),
    errors: ['GATEWAY_FAILED'],
  },
  createStripeAccount: {
    summary: 'A link to set up where payouts go, at the payment provider',
    mark: 'seen',
    /** Unix time in seconds, as from the provider. */
    data: z.object({ object: z.string(), url: z.string(), created: z.number(), expires_at: z.number() }),
    errors: ['FRESH_LOGIN_REQUIRED', 'STRIPE_COUNTRY_UNSUPPORTED', ...STRIPE_ACCOUNT_ERRORS],
  },
  getStripeAccount: {
    mark: 'assumed',
    summary: 'Whether the performer can be paid through the payment provider, as it said last',
    data: StripeAccount,
    errors: ['PROVIDER_NOT_CONFIGURED'],
  },
  refreshStripeAccount: {
    mark: 'assumed',
    summary: 'The same, asked anew: for the return from its pages',
    data: StripeAccount,
    errors: [...STRIPE_ACCOUNT_ERRORS],
  },
} satisfies SchemasFor<typeof paymentRoutes>;
