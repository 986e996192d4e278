import { z } from 'zod';
import {
  DateRange,
  Dollars,
  DollarsInput,
  DollarsText,
  IdParams,
  IsoDate,
  ListQuery,
  ObjectId,
  SignedDollars,
  Success,
  byId,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import type { walletRoutes } from './wallet-routes';
import { PAYER_ERRORS, SELLER_ERRORS } from '../base/payment-errors';

export const ChargeTarget = z.enum(['performer', 'feed', 'product', 'video', 'gallery', 'message', 'stream']);
export const ChargeType = z.enum([
  'tip', 'stream_tip', 'feed', 'product', 'video', 'gallery', 'message', 'gift', 'public_chat', 'group_chat', 'private_chat',
]); // prettier-ignore

/** One line of a payment. Wire contract 3.12, 3.13. */
export const PaidProduct = z.object({
  name: z.string(),
  description: z.string().optional(),
  price: Dollars,
  quantity: z.number(),
  productType: z.string(),
  productId: ObjectId.optional(),
  performerId: ObjectId.optional(),
});

/** Wire contract 3.13. */
export const WalletCharge = z.object({
  ...stamps,
  source: z.literal('user'),
  sourceId: ObjectId,
  sourceInfo: UserPublic.nullish(),
  target: ChargeTarget,
  targetId: ObjectId,
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  type: ChargeType,
  sessionId: z.string().nullish(),
  /** Note on a tip. Our extension. */
  userNote: z.string().nullish(),
  products: z.array(PaidProduct),
  originalPrice: Dollars,
  totalPrice: Dollars,
  /** Tax that was charged to the card in addition; our extension. */
  taxAmount: Dollars.optional(),
  status: z.enum(['pending', 'success', 'refunded']),
  /** Wallet balance after the charge; our extension, so that clients never have to calculate it. */
  balanceAfter: Dollars.optional(),
});

/**
 * One line of a wallet's statement; all lines add up to the balance. Our extension. `promotion` is a gift from the site; a
 * `refund` contains the refunded charge.
 */
export const WalletLine = z.object({
  _id: ObjectId,
  createdAt: IsoDate,
  kind: z.enum(['top_up', 'charge', 'refund', 'promotion']),
  /** Change of the balance: negative for a charge. */
  amount: SignedDollars,
  balanceAfter: Dollars,
  /** The payment of a top-up, which has its own receipt. */
  transactionId: ObjectId.nullish(),
  charge: WalletCharge.nullish(),
});

const unlocking = {
  mark: 'seen',
  params: IdParams,
  /** The price that the buyer saw: if it has changed, the charge is rejected with PRICE_CHANGED. Our extension, optional. */
  body: z.object({ expectedPrice: DollarsInput.optional() }),
  data: WalletCharge,
  errors: [
    'NOT_ENOUGH_BALANCE',
    'NOTHING_TO_PAY',
    'STILL_PROCESSING',
    'FILE_BROKEN',
    'ALREADY_BOUGHT',
    'PRICE_CHANGED',
    ...SELLER_ERRORS,
    ...PAYER_ERRORS,
    'SPENDING_LIMIT_REACHED',
  ],
} as const;

export const walletSchemas = {
  tipPerformer: {
    ...byId,
    summary: 'Tip a performer from the wallet',
    body: z.object({
      price: DollarsInput.min(1),
      conversationId: ObjectId.optional(),
      streamType: z.enum(['stream_public', 'stream_group', 'stream_private']).optional(),
      sessionId: z.string().max(100).optional(),
      /** Note to the performer. Named as in the orders of compatible backends; our extension for tips. */
      userNote: text(limits.tipNote).optional(),
    }),
    data: WalletCharge.extend({
      /** True if the sender is muted in the show, so that its chat leaves out the note. Our extension. */
      isNoteHidden: z.boolean().optional(),
    }),
    errors: [
      'NOT_ENOUGH_BALANCE',
      'PRICE_OUT_OF_BOUNDS',
      ...SELLER_ERRORS,
      'STREAM_OFFLINE',
      ...PAYER_ERRORS,
      'SPENDING_LIMIT_REACHED',
    ],
  },
  buyFeed: { ...unlocking, summary: 'Unlock a post from the wallet' },
  buyProduct: {
    ...byId,
    summary: 'Buy a product from the wallet; creates an order',
    body: z.object({
      quantity: z.number().int().min(1).max(1000).optional(),
      deliveryAddressId: ObjectId.optional(),
      phoneNumber: line(40).optional(),
      userNote: text(1000).optional(),
    }),
    data: WalletCharge,
    errors: [
      'NOT_ENOUGH_BALANCE',
      'OUT_OF_STOCK',
      ...SELLER_ERRORS,
      'ALREADY_BOUGHT',
      'NOT_SHIPPED_THERE',
      'ADDRESS_REQUIRED',
      'STILL_PROCESSING',
      'FILE_BROKEN',
      'NOTHING_TO_PAY',
      ...PAYER_ERRORS,
      'SPENDING_LIMIT_REACHED',
    ],
  },
  buyVideo: { ...unlocking, summary: 'Unlock a video from the wallet' },
  buyGallery: { ...unlocking, summary: 'Unlock a gallery from the wallet' },
  buyMessage: { ...unlocking, summary: 'Unlock a priced message from the wallet', mark: 'seen-req' },
  buyStream: {
    ...unlocking,
    summary: 'Pay for the current session of a show; `success` where nothing is charged',
    data: z.union([WalletCharge, Success]),
    errors: [
      'NOT_ENOUGH_BALANCE',
      'STREAM_OFFLINE',
      ...SELLER_ERRORS,
      'FORBIDDEN',
      'NOT_SUBSCRIBED',
      'NOT_FOLLOWING',
      'ALREADY_BOUGHT',
      'PRICE_CHANGED',
      ...PAYER_ERRORS,
      'SPENDING_LIMIT_REACHED',
    ],
  },
  listCharges: {
    summary: "The caller's wallet charges, newest first",
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      type: ChargeType.optional(),
      status: z.string().max(40).optional(),
      performerId: ObjectId.optional(),
    }),
    data: getPage(WalletCharge),
  },
  listWalletLines: {
    summary: "The caller's wallet line by line, newest first, each with the balance after it",
    mark: 'assumed',
    query: ListQuery.extend({
      ...DateRange,
      direction: z.enum(['in', 'out']).optional(),
      /** Only lines of exactly this amount, in either direction. */
      amount: DollarsText.optional(),
    }),
    data: getPage(WalletLine),
  },
} satisfies SchemasFor<typeof walletRoutes>;
