import { z } from 'zod';
import {
  DateRange,
  Dollars,
  DollarsInput,
  IsoDate,
  ListQuery,
  ObjectId,
  byId,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { text } from '../base/field-schemas';
import type { payoutRoutes } from './payout-routes';
import { PerformerPublic } from '../identity/people-schemas';

/** Of the family's longer list, those that can be set up here. Wire contract 3.15. */
export const PayoutAccountType = z.enum(['banking', 'paypal', 'stripe']);

/** `pending` waits for review, `done` is paid. Wire contract 3.15. */
export const PayoutStatus = z.enum(['pending', 'approved', 'rejected', 'done']);

/** A performer asks for money. Wire contract 3.15; "tokens" are dollars. */
export const PayoutRequest = z.object({
  ...stamps,
  source: z.literal('performer'),
  sourceId: ObjectId,
  sourceInfo: PerformerPublic.nullish(),
  requestTokens: Dollars,
  tokenConversionRate: z.number(),
  paymentAccountType: PayoutAccountType,
  requestNote: z.string().nullish(),
  adminNote: z.string().nullish(),
  status: PayoutStatus,
  /** The gateway's name for it. */
  payoutId: z.string().nullish(),
  /** Why it was rejected: its creator took it back, an operator said no, or it was paid and came back. Ours, as all below. */
  reasonCode: z.enum(['withdrawn', 'rejected', 'returned']).nullish(),
  /** By what its creator knows the account: the last four characters of a bank's number, the address of PayPal. */
  accountHint: z.string().nullish(),
  /** Inside `requestTokens`. */
  feeTokens: Dollars.optional(),
  /** When it usually arrives, and when it was sent. */
  arrivesAt: IsoDate.nullish(),
  paidAt: IsoDate.nullish(),
});

const PayoutFields = z.object({
  requestTokens: DollarsInput.min(0.01),
  paymentAccountType: PayoutAccountType.optional(),
  requestNote: text(1000).nullish(),
  source: z.literal('performer').optional(),
});

const PAYOUT_ERRORS = [
  'PAYOUT_BELOW_MINIMUM',
  'PAYOUT_OVER_BALANCE',
  'PAYOUT_ACCOUNT_MISSING',
  'PAYOUT_RESTS',
] as const;

export const payoutSchemas = {
  calculatePayout: {
    summary: 'What the performer earned, was paid and may ask for',
    mark: 'seen',
    /** For an amount, also what it costs and when it arrives; ours. */
    body: z.object({ requestTokens: DollarsInput.optional() }).default({}),
    data: z.object({
      totalEarnedTokens: Dollars,
      previousPaidOutTokens: Dollars,
      /** The wallet: what can be asked for now. */
      remainingUnpaidTokens: Dollars,
      /** Still held, and when the next of it is released; ours. Decisions 2. */
      pendingTokens: Dollars.optional(),
      nextReleaseAt: IsoDate.nullish(),
      /** Until when nothing can be asked for, since the account was changed; null when it can. Ours. */
      restsUntil: IsoDate.nullish(),
      feeTokens: Dollars.optional(),
      netTokens: Dollars.optional(),
      arrivesAt: IsoDate.optional(),
    }),
  },
  checkPendingPayout: {
    summary: 'Whether a request waits for review; the same answer under the two names clients read',
    mark: 'seen',
    data: z.object({ hasPending: z.boolean(), pending: z.boolean() }),
  },
  searchPayoutRequests: {
    summary: "The performer's own requests, newest first",
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      status: PayoutStatus.optional(),
      paymentAccountType: PayoutAccountType.optional(),
    }),
    data: getPage(PayoutRequest),
  },
  createPayoutRequest: {
    summary: 'Ask for a payout',
    mark: 'seen',
    body: PayoutFields,
    data: PayoutRequest,
    errors: ['PAYOUT_PENDING', ...PAYOUT_ERRORS],
  },
  updatePayoutRequest: {
    ...byId,
    summary: 'Change a request while it waits for review',
    body: PayoutFields,
    data: PayoutRequest,
    errors: ['ENTITY_NOT_FOUND', 'PAYOUT_NOT_EDITABLE', ...PAYOUT_ERRORS],
  },
  withdrawPayoutRequest: {
    ...byId,
    mark: 'assumed',
    summary: 'Take a request back while it waits for review',
    data: PayoutRequest,
    errors: ['ENTITY_NOT_FOUND', 'PAYOUT_NOT_EDITABLE'],
  },
  getPayoutRequest: { ...byId, summary: 'One own request', data: PayoutRequest },
} satisfies SchemasFor<typeof payoutRoutes>;
