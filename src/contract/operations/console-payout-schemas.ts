import { z } from 'zod';
import { DateRange, Dollars, IdParams, IsoDate, ListQuery, ObjectId, Success, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { DateText, line, requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { PayoutAccountType, PayoutStatus } from '../money/payout-schemas';
import type { consolePayoutRoutes } from './console-payout-routes';

const ConsolePayout = z.object({
  _id: ObjectId,
  performerId: ObjectId,
  name: z.string(),
  username: z.string(),
  /** Leaves the creator's balance; includes the fee. */
  amount: Dollars,
  fee: Dollars,
  /** Leaves the site's account. */
  net: Dollars,
  accountType: PayoutAccountType,
  /** Last four characters of the bank account, or PayPal address; null for Stripe. */
  accountHint: z.string().nullable(),
  status: PayoutStatus,
  reasonCode: z.enum(['withdrawn', 'rejected', 'returned']).nullable(),
  /** For the creator to read. */
  reason: z.string(),
  note: z.string(),
  /** Number of the payment at the bank or payout gateway. */
  reference: z.string(),
  checks: z.object({
    /** Nothing was ever paid to this creator. */
    isFirst: z.boolean(),
    /** It cannot be approved until then, because the creator changed where their money goes. */
    pausedUntil: IsoDate.nullable(),
    /** Holder of the bank account and name on the approved documents; null if there is nothing to compare. */
    isNameEqual: z.boolean().nullable(),
    /** The two names; empty if unknown, as the holder is for PayPal and Stripe. */
    holder: z.string(),
    fullName: z.string(),
    /** Whether the creator's documents are approved. */
    isVerified: z.boolean(),
  }),
  createdAt: IsoDate,
  /** Sent back with an approval, which fails if the creator changed the payout since. */
  updatedAt: IsoDate,
  decidedAt: IsoDate.nullable(),
  /** When a bank file last contained it. */
  bankFileAt: IsoDate.nullable(),
  paidAt: IsoDate.nullable(),
});

const Sums = z.object({ count: z.number(), amount: Dollars, net: Dollars });

const deciding = { mark: 'assumed', params: IdParams, data: Success } as const;
const ERRORS = ['ENTITY_NOT_FOUND', 'PAYOUT_NOT_EDITABLE', 'FRESH_LOGIN_REQUIRED'] as const;
const body = z.object({ reason: requiredText(limits.payoutReason) });

export const consolePayoutSchemas = {
  searchPayouts: {
    summary: 'Payouts of all creators; those that wait oldest first, the others newest first',
    mark: 'assumed',
    /** `q` is an id, or part of a creator's name or username. */
    query: ListQuery.omit({ sortBy: true, sort: true }).extend({
      ...DateRange,
      status: PayoutStatus.optional(),
      accountType: PayoutAccountType.optional(),
    }),
    data: getPage(ConsolePayout),
  },
  sumPayouts: {
    summary: 'What waits for approval and for payment, and what was paid out',
    mark: 'assumed',
    data: z.object({
      pending: Sums,
      approved: Sums,
      /** Balances of the ledger. */
      reserved: Dollars,
      paidOut: Dollars,
      /** Whether the bank file is SEPA, as the site uses euros and has its own IBAN. */
      hasSepa: z.boolean(),
      /** Approved payouts to bank accounts: those that no bank file has yet, and the others. */
      bankFile: z.object({ fresh: Sums, repeated: Sums, lastAt: IsoDate.nullable() }),
    }),
  },
  approvePayouts: {
    summary: 'Approve payouts: all of them, or none',
    mark: 'assumed',
    body: z.object({
      payouts: z
        .array(z.object({ id: ObjectId, updatedAt: DateText }))
        .min(1)
        .max(limits.listMax),
    }),
    data: Success,
    errors: [...ERRORS, 'PAYOUT_RESTS', 'PAYOUT_HELD', 'CHANGED_ELSEWHERE'],
  },
  makeBankFile: {
    summary: 'A file for the bank, with approved payouts to bank accounts: those that no file has yet, or all of them',
    mark: 'assumed',
    body: z.object({ format: z.enum(['csv', 'sepa']), isRepeated: z.boolean().default(false) }),
    data: z.object({
      format: z.enum(['csv', 'sepa']),
      content: z.string(),
      count: z.number(),
      total: Dollars,
      /** Approved payouts to bank accounts that SEPA cannot reach. */
      leftOutIds: z.array(ObjectId),
    }),
    errors: ['NO_PAYOUTS_TO_SEND', 'FRESH_LOGIN_REQUIRED'],
  },
  rejectPayout: {
    ...deciding,
    summary: 'Reject a payout: its money returns to the creator, who reads the reason',
    body,
    errors: ERRORS,
  },
  markPayoutPaid: {
    ...deciding,
    summary: 'Say that an approved payout was paid',
    body: z.object({ reference: line(limits.payoutReference).default('') }).default({ reference: '' }),
    errors: ERRORS,
  },
  returnPayout: {
    ...deciding,
    summary: 'Say that the bank returned a payout: its money returns to the creator, who reads the reason',
    body,
    errors: ERRORS,
  },
} satisfies SchemasFor<typeof consolePayoutRoutes>;
