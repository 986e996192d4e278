import { z } from 'zod';
import {
  DateRange,
  Dollars,
  ListQuery,
  ObjectId,
  Success,
  byId,
  byIdIfAllowed,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line } from '../base/field-schemas';
import type { orderRoutes } from './order-routes';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import { ProductPublic } from '../content/product-schemas';

/** `processing` to `shipping` to `delivered`; any but `refunded` to `refunded`. Wire contract 3.9. */
export const DeliveryStatus = z.enum(['processing', 'shipping', 'delivered', 'refunded']);

/** One product bought from the store. Wire contract 3.9. */
export const Order = z.object({
  ...stamps,
  /** Upper-case last eight characters of `transactionId`. */
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
  /** Empty until it ships. */
  shippingCode: z.string(),
  deliveryAddressId: ObjectId.nullish(),
  /** One line of text, as it was when ordered. */
  deliveryAddress: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  userNote: z.string().nullish(),
  postalCode: z.string().nullish(),
});

const OrderQuery = ListQuery.extend({
  ...DateRange,
  deliveryStatus: DeliveryStatus.optional(),
  phoneNumber: line(40).optional(),
  performerId: ObjectId.optional(),
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
  getOrder: { ...byIdIfAllowed, summary: 'One order, for its buyer and its seller', data: Order },
  updateOrder: {
    ...byId,
    summary: 'Ship, deliver or refund a sold product; the buyer gets an email',
    body: z.object({ deliveryStatus: DeliveryStatus.optional(), shippingCode: line(100).nullish() }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'MISSING_REQUIRED_PROPS', 'NOT_ENOUGH_BALANCE'],
  },
  updateOrderAddress: {
    ...byIdIfAllowed,
    summary: 'Send an order to another own address, while it is not shipped',
    body: z.object({ deliveryAddressId: ObjectId }),
    data: Order,
  },
} satisfies SchemasFor<typeof orderRoutes>;
