import { z } from 'zod';
import { DateRange, Dollars, IdParams, IsoDate, ListQuery, ObjectId, Success, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { RefundRequest, RefundState } from '../money/refund-schemas';
import type { consoleRefundRoutes } from './console-refund-routes';

const Query = ListQuery.omit({ sortBy: true, sort: true }).extend(DateRange);

const DisputeStatus = z.enum(['open', 'won', 'lost']);

const Dispute = z.object({
  _id: ObjectId,
  /** The gateway's id. */
  gatewayId: z.string(),
  paymentId: ObjectId,
  userId: ObjectId,
  userName: z.string(),
  userUsername: z.string(),
  amount: Dollars,
  /** Charged by the gateway, even if the site wins. */
  fee: Dollars,
  reason: z.string(),
  status: DisputeStatus,
  /** The bank decides without the site's evidence after that; null if the gateway did not say. */
  respondBy: IsoDate.nullable(),
  createdAt: IsoDate,
  closedAt: IsoDate.nullable(),
});

const deciding = {
  mark: 'assumed',
  params: IdParams,
  data: Success,
  errors: ['ENTITY_NOT_FOUND', 'REFUND_DECIDED', 'REFUND_NOT_POSSIBLE', 'FRESH_LOGIN_REQUIRED'],
} as const;

export const consoleRefundSchemas = {
  searchRefunds: {
    summary: 'Refund requests of all fans; those that wait oldest first, the others newest first',
    mark: 'assumed',
    /** `q` is an id of a request or sale, or part of the name or username of a fan or creator. */
    query: Query.extend({ state: RefundState.optional() }),
    data: getPage(RefundRequest),
  },
  getRefund: {
    summary: 'A refund request with its sale',
    mark: 'assumed',
    params: IdParams,
    data: z.object({
      request: RefundRequest,
      sale: z.object({
        createdAt: IsoDate,
        /** The card payment; null if the wallet paid. */
        paymentId: ObjectId.nullable(),
        /** The bank holds the money until it decides, so that nothing can be refunded. */
        isDisputed: z.boolean(),
      }),
      /** Requests of this fan, with this one. */
      /** The operator who decided it; null if no operator did. */
      operator: z.object({ _id: ObjectId, name: z.string(), username: z.string() }).nullable(),
      ofFan: z.object({ asked: z.number(), granted: z.number() }),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  grantRefundAsOperator: {
    ...deciding,
    summary: 'Grant a refund: reverses the sale and returns the money to where it came from',
    body: z.object({ answer: text(limits.refundText).default('') }).default({ answer: '' }),
  },
  refuseRefundAsOperator: {
    ...deciding,
    summary: 'Refuse a refund for good; the fan reads why',
    body: z.object({ answer: requiredText(limits.refundText) }),
  },
  searchDisputes: {
    summary: 'Payments that their payers dispute at the bank; open ones by deadline, the others newest first',
    mark: 'assumed',
    /** `q` is an id, of the gateway too, or part of the payer’s name or username. */
    query: Query.extend({ status: DisputeStatus.optional() }),
    data: getPage(Dispute),
  },
} satisfies SchemasFor<typeof consoleRefundRoutes>;
