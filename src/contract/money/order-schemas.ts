import { z } from 'zod';
import {
  DateRange,
  Dollars,
  DollarsInput,
  Flag,
  IsoDate,
  ListQuery,
  ObjectId,
  Success,
  byId,
  byIdIfAllowed,
  each,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { ProductPublic, ProductType } from '../content/product-schemas';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import { DeliveryStatus } from './delivery-status';
import type { orderRoutes } from './order-routes';
import { CARD_ERRORS, PaymentTransaction, payWith } from './payment-schemas';
import { RefundRequest } from './refund-schemas';
import { PAYER_ERRORS, SELLER_ERRORS } from '../base/payment-errors';

/** Our extension. */
const OrderEvent = z.object({
  kind: z.enum(['ordered', 'packed', 'shipped', 'tracking', 'address', 'delivered', 'cancelled', 'refunded']),
  /** Tracking code, or reason. */
  detail: z.string(),
  createdAt: IsoDate,
  /** The order whose money went back, for `cancelled` and `refunded`. A timeline has these for the whole parcel. */
  refunded: z.object({ name: z.string(), amount: Dollars }).optional(),
});

const OrderRefund = RefundRequest.pick({
  _id: true,
  state: true,
  reason: true,
  answer: true,
  decidedBy: true,
  decidedAt: true,
  answerBy: true,
  createdAt: true,
});

/** One product bought in the store. Wire contract 3.9. */
export const Order = z.object({
  ...stamps,
  /** Last eight characters of `transactionId`, in upper case. */
  orderNumber: z.string(),
  transactionId: ObjectId,
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  userId: ObjectId,
  userInfo: UserPublic.nullish(),
  productId: ObjectId,
  productInfo: ProductPublic.nullish(),
  quantity: z.number(),
  unitPrice: Dollars,
  totalPrice: Dollars,
  deliveryStatus: DeliveryStatus,
  /** True for a `refunded` order that its buyer cancelled. Our extension. */
  isCancelled: z.boolean().optional(),
  /** Empty until it is shipped. */
  shippingCode: z.string(),
  deliveryAddressId: ObjectId.nullish(),
  /** One line of text, as it was when the order was placed. */
  deliveryAddress: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  userNote: z.string().nullish(),
  postalCode: z.string().nullish(),
  /** Orders paid together; those of one creator form a parcel. Our extension, like all fields below. */
  groupId: ObjectId.optional(),
  /** Copied from the product when it was ordered. */
  name: z.string().optional(),
  productType: ProductType.optional(),
  /** Included in the total. */
  ...each(['shippingPrice', 'taxAmount'], Dollars.optional()),
  carrier: z.string().optional(),
  packedAt: IsoDate.nullish(),
  /** Digital goods: download links created, their maximum (null: unlimited), and until when more can be (null: no end). */
  downloads: z.object({ used: z.number(), limit: z.number().nullable(), until: IsoDate.nullable() }).nullish(),
  /** The buyer's newest request for a refund, open or decided; null if they made none. */
  refundRequest: OrderRefund.nullish(),
});

export const OrderDetails = Order.extend({
  /** Oldest first. Our extension. */
  timeline: z.array(OrderEvent).optional(),
  /** The other orders of its parcel. Our extension. */
  parcel: z.array(Order).optional(),
  /** Our extension. */
  paidWith: z.enum(['wallet', 'card']).optional(),
});

const CartLine = z.object({
  productId: ObjectId,
  quantity: z.number().int().min(1).max(limits.orderQuantity),
});
const cartLines = z.array(CartLine).min(1).max(limits.cartLines);

const QuotedLine = z.object({
  productId: ObjectId,
  performerId: ObjectId,
  name: z.string(),
  quantity: z.number(),
  unitPrice: Dollars,
  /** Set on the line with the highest shipping price of a parcel; 0 on the others. */
  shippingPrice: Dollars,
});

/** Price of a cart. `tax` is only charged to cards. */
const Quote = z.object({
  lines: z.array(QuotedLine),
  ...each(['goods', 'shipping', 'tax', 'walletTotal', 'cardTotal'], Dollars),
  /** The products are reserved until then. */
  expiresAt: IsoDate,
});

/** Why a cart cannot be ordered; `ENTITY_NOT_FOUND` is a product or address that does not exist. */
const CART_ERRORS = [
  ...SELLER_ERRORS,
  'OUT_OF_STOCK',
  'ALREADY_BOUGHT',
  'NOT_SHIPPED_THERE',
  'ADDRESS_REQUIRED',
  'STILL_PROCESSING',
  'FILE_BROKEN',
  'NOTHING_TO_PAY',
  ...PAYER_ERRORS,
] as const;

const delivery = {
  deliveryAddressId: ObjectId.nullish(),
  phoneNumber: line(40).nullish(),
  userNote: text(1000).nullish(),
};

const OrderQuery = ListQuery.extend({
  ...DateRange,
  deliveryStatus: DeliveryStatus.optional(),
  phoneNumber: line(40).optional(),
  performerId: ObjectId.optional(),
  /** True finds only orders with an open refund request. Our extension. */
  refundRequested: Flag.optional(),
});

export const orderSchemas = {
  searchOrders: {
    summary: 'What the performer sold',
    mark: 'seen',
    query: OrderQuery,
    data: getPage(Order),
  },
  searchUserOrders: {
    summary: 'What the caller bought',
    mark: 'seen',
    query: OrderQuery,
    data: getPage(Order),
  },
  getOrder: { ...byIdIfAllowed, summary: 'One order, for its buyer and its seller', data: OrderDetails },
  cancelOrder: {
    ...byId,
    mark: 'assumed',
    summary: 'Take an own order back while it is not shipped; the money returns to where it came from',
    data: OrderDetails,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'ORDER_NOT_EDITABLE', 'REFUND_NOT_POSSIBLE'],
  },
  reserveOrders: {
    summary: 'What a cart costs, whose pieces are kept for ten minutes, in place of those of an earlier one',
    mark: 'assumed',
    body: z.object({ lines: cartLines, deliveryAddressId: delivery.deliveryAddressId }),
    data: Quote,
    errors: CART_ERRORS,
  },
  releaseOrders: { summary: 'Give up the pieces that are kept', mark: 'assumed', data: Success },
  checkoutOrders: {
    summary: 'Order all of a cart, or nothing, and pay for it from the wallet or by card',
    mark: 'assumed',
    body: z.object({
      lines: cartLines,
      ...delivery,
      payBy: z.enum(['wallet', 'card']),
      cardId: payWith.cardId,
      paymentGateway: payWith.paymentGateway,
      /** The total that the buyer saw, including tax. */
      expectedTotal: DollarsInput,
    }),
    data: z.object({
      groupId: ObjectId,
      /** Payment by card; `orders` is complete once it has succeeded. */
      transaction: PaymentTransaction.nullable(),
      orders: z.array(Order),
    }),
    errors: [...CARD_ERRORS, ...CART_ERRORS, 'NOT_ENOUGH_BALANCE'],
  },
  updateOrder: {
    ...byId,
    summary: 'Ship, deliver or refund a sold product; the buyer gets an email',
    body: z.object({
      deliveryStatus: DeliveryStatus.optional(),
      shippingCode: line(100).nullish(),
      /** Shipping company, whether it is packed, and reason for a refund. Our extension. */
      carrier: line(60).nullish(),
      isPacked: z.boolean().optional(),
      reason: text(500).nullish(),
    }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'MISSING_REQUIRED_PROPS', 'ORDER_NOT_EDITABLE', 'REFUND_NOT_POSSIBLE'],
  },
  updateOrderAddress: {
    ...byIdIfAllowed,
    summary: 'Send an order to another own address, while it is not shipped',
    body: z.object({ deliveryAddressId: ObjectId }),
    data: Order,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'NOT_SHIPPED_THERE'],
  },
} satisfies SchemasFor<typeof orderRoutes>;
