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
import { payoutRestReasons } from '../base/payout-rest';
import type { payoutRoutes } from './payout-routes';
import { PerformerPublic } from '../identity/people-schemas';

/** The types that our API supports; compatible backends have more. Wire contract 3.15. */
export const PayoutAccountType = z.enum(['banking', 'paypal', 'stripe']);

/** `pending` waits for review, `done` is paid. Wire contract 3.15. */
export const PayoutStatus = z.enum(['pending', 'approved', 'rejected', 'done']);

/** Wire contract 3.15; one of these "tokens" is one major unit of money. */
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
  /** The gateway's id. */
  payoutId: z.string().nullish(),
  /** Withdrawn by the creator, rejected by an operator, or returned after it was paid. Our extension, like all below. */
  reasonCode: z.enum(['withdrawn', 'rejected', 'returned']).nullish(),
  /** Identifies the account to its creator: last four characters of the bank account, or PayPal address. */
  accountHint: z.string().nullish(),
  /** Included in `requestTokens`. */
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
  'PAYOUT_HELD',
] as const;

export const payoutSchemas = {
  calculatePayout: {
    summary: 'What the performer earned, was paid and may ask for',
    mark: 'seen',
    /** If an amount is sent, the reply has its fee and arrival; our extension. */
    body: z.object({ requestTokens: DollarsInput.optional() }).default({}),
    data: z.object({
      totalEarnedTokens: Dollars,
      previousPaidOutTokens: Dollars,
      /** The wallet balance, which can be requested now. */
      remainingUnpaidTokens: Dollars,
      /** Money in its holding period, and its next release; our extension. Decisions 2. */
      pendingTokens: Dollars.optional(),
      nextReleaseAt: IsoDate.nullish(),
      /** No requests until then, because the payout account was changed; null if they are possible. Our extension. */
      restsUntil: IsoDate.nullish(),
      /** Whether that change added the first payout account; null if payouts are not paused. Our extension. */
      restReason: z.enum(payoutRestReasons).nullish(),
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
