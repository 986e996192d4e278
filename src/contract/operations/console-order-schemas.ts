import { z } from 'zod';
import { DateRange, IdParams, ListQuery, Success, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { DeliveryStatus } from '../money/delivery-status';
import { Order, OrderDetails } from '../money/order-schemas';
import type { consoleOrderRoutes } from './console-order-routes';

export const consoleOrderSchemas = {
  searchAllOrders: {
    summary: 'Orders from all stores, newest first',
    mark: 'assumed',
    /** `q` is an id or order number, or part of the name of the product, the buyer or the seller. */
    query: ListQuery.omit({ sortBy: true, sort: true }).extend({
      ...DateRange,
      deliveryStatus: DeliveryStatus.optional(),
    }),
    data: getPage(Order),
  },
  getOrderAsOperator: {
    summary: 'An order with its timeline, its parcel and both sides',
    mark: 'assumed',
    params: IdParams,
    data: OrderDetails,
    errors: ['ENTITY_NOT_FOUND'],
  },
  refundOrderAsOperator: {
    summary: 'Refund an order to the card or wallet that paid; both sides read why',
    mark: 'assumed',
    params: IdParams,
    body: z.object({ reason: requiredText(limits.refundText) }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'ORDER_NOT_EDITABLE', 'REFUND_NOT_POSSIBLE', 'FRESH_LOGIN_REQUIRED'],
  },
} satisfies SchemasFor<typeof consoleOrderRoutes>;
