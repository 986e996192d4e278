import { z } from 'zod';
import { DateRange, Dollars, IsoDate, ListQuery, ObjectId, byId, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { ProductType } from '../content/product-schemas';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import { DeliveryStatus } from './delivery-status';
import type { refundRoutes } from './refund-routes';
import { refundStates } from './refund-state';

export const RefundState = z.enum(refundStates);

const RefundPlace = z.enum(['card', 'wallet']);

export const RefundRequest = z.object({
  ...stamps,
  /** The charge or payment to refund; its receipt has the same id. */
  saleId: ObjectId,
  /** As on the receipt. */
  kind: z.string(),
  title: z.string(),
  orderId: ObjectId.nullish(),
  /** How far the goods of an order are, so that the creator can decide. */
  order: z
    .object({
      orderNumber: z.string(),
      deliveryStatus: DeliveryStatus,
      productType: ProductType,
      /** Download links created; 0 for goods that are shipped. */
      downloads: z.number(),
    })
    .nullish(),
  /** Amount to refund, including tax. */
  amount: Dollars,
  refundsTo: RefundPlace,
  /** The part of it that the creator pays; sent to the creator only. */
  takes: Dollars.nullish(),
  reason: z.string(),
  state: RefundState,
  answer: z.string(),
  decidedBy: z.enum(['creator', 'operator']).nullish(),
  decidedAt: IsoDate.nullish(),
  /** Deadline for the creator, after which the site decides; null if the creator is not asked. */
  answerBy: IsoDate.nullish(),
  userId: ObjectId,
  userInfo: UserPublic.nullish(),
  performerId: ObjectId.nullish(),
  performerInfo: PerformerPublic.nullish(),
});

const RefundQuery = ListQuery.extend({ ...DateRange, state: RefundState.optional() });

const ReceivedQuery = RefundQuery.extend({ saleId: ObjectId.optional() });

const deciding = {
  ...byId,
  mark: 'assumed',
  body: z.object({ answer: text(limits.refundText).optional() }).default({}),
  data: RefundRequest,
  errors: ['ENTITY_NOT_FOUND', 'REFUND_DECIDED', 'REFUND_NOT_POSSIBLE'],
} as const;

export const refundSchemas = {
  askForRefund: {
    summary: 'Ask for the money of an own payment or charge',
    mark: 'assumed',
    body: z.object({ saleId: ObjectId, reason: requiredText(limits.refundText) }),
    data: RefundRequest,
    errors: ['ENTITY_NOT_FOUND', 'REFUND_ASKED', 'REFUND_NOT_POSSIBLE'],
  },
  listRefundRequests: {
    summary: "The caller's own requests, newest first",
    mark: 'assumed',
    query: RefundQuery,
    data: getPage(RefundRequest),
  },
  searchReceivedRefunds: {
    summary: 'What fans ask the caller for, newest first',
    mark: 'assumed',
    query: ReceivedQuery,
    data: getPage(RefundRequest),
  },
  getRefundOfSale: {
    ...byId,
    mark: 'assumed',
    summary: 'Whether the money of an own sale can be asked for, and how a request stands',
    data: z.object({
      /** Id of the sale: for a payment that paid for one item, the id of its charge. */
      saleId: ObjectId,
      canAsk: z.boolean(),
      /** Deadline for a request; null without one, or if a refund cannot be requested. */
      until: IsoDate.nullable(),
      amount: Dollars,
      refundsTo: RefundPlace,
      /** The party that decides on a request, within `answerDays`. */
      decides: z.enum(['creator', 'operator']),
      answerDays: z.number(),
      returned: z.object({ amount: Dollars, to: RefundPlace }).nullable(),
      request: RefundRequest.nullable(),
    }),
  },
  getSubscriptionRest: {
    ...byId,
    mark: 'assumed',
    summary: 'What a fan would get back if their subscription ended now',
    data: z.object({
      /** 0 if nothing can be refunded. */
      amount: Dollars,
      /** The part of it that the creator pays. */
      takes: Dollars,
      paidUntil: IsoDate.nullable(),
    }),
  },
  grantRefund: { ...deciding, summary: 'Pay a sale back that a fan asks for' },
  refuseRefund: { ...deciding, summary: 'Refuse what a fan asks for; the answer says why' },
} satisfies SchemasFor<typeof refundRoutes>;
