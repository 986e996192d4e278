import { z } from 'zod';
import {
  DateRange,
  Dollars,
  Flag,
  IdParams,
  IsoDate,
  ListQuery,
  ObjectId,
  SignedDollars,
  getPage,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { PaymentStatus, PaymentTarget, PaymentType } from '../money/payment-schemas';
import type { consoleLedgerRoutes } from './console-ledger-routes';

const Payment = z.object({
  _id: ObjectId,
  userId: ObjectId,
  userName: z.string(),
  userUsername: z.string(),
  /** Null for top-ups and memberships, and for orders from several creators. */
  performerId: ObjectId.nullable(),
  performerName: z.string(),
  performerUsername: z.string(),
  type: PaymentType,
  target: PaymentTarget,
  totalPrice: Dollars,
  /** Part of the total. */
  taxAmount: Dollars,
  status: PaymentStatus,
  /** The gateway's id; empty until it was asked. */
  gatewayId: z.string(),
  /** Such as `Visa ending 4242`; empty if it was not recorded. */
  card: z.string(),
  failure: z.string(),
  /** When it began. */
  createdAt: IsoDate,
  /** When the ledger booked it; until then, when it began. */
  bookedAt: IsoDate,
});

const Entry = z.object({
  /** Kind of the ledger account, such as `wallet` or `revenue`. */
  account: z.string(),
  /** Empty for the site's own accounts. */
  ownerId: z.string(),
  ownerName: z.string(),
  amount: SignedDollars,
  balanceAfter: SignedDollars,
});

const Transfer = z.object({
  _id: ObjectId,
  /** Such as `top-up`, `feed` or `refund`. */
  code: z.string(),
  /** Id of the payment, or of a charge or dispute that belongs to it. */
  subject: z.string(),
  reversesId: ObjectId.nullable(),
  createdAt: IsoDate,
  /** Sum to zero. */
  entries: z.array(Entry),
});

const Reconciliation = z.object({
  /** The day in UTC, as `2026-05-31`. */
  _id: z.string(),
  checkedAt: IsoDate,
  movements: z.number(),
  fees: SignedDollars,
  differences: z.array(z.string()),
});

const days = ListQuery.omit({ q: true, sortBy: true, sort: true });

export const consoleLedgerSchemas = {
  searchPayments: {
    summary: 'Card payments of all fans, by the time of their booking, newest first',
    mark: 'assumed',
    /** `q` is an id, of the gateway too, or part of the payer’s name, username or email. */
    query: ListQuery.omit({ sortBy: true, sort: true }).extend({ ...DateRange, status: PaymentStatus.optional() }),
    data: getPage(Payment),
  },
  getPayment: {
    summary: 'A payment with all its entries in the ledger, oldest first',
    mark: 'assumed',
    params: IdParams,
    data: z.object({ payment: Payment, transfers: z.array(Transfer) }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  listReconciliations: {
    summary: 'Days whose ledger was compared with the record of the gateway, newest first',
    mark: 'assumed',
    query: days.extend({ hasDifferences: Flag.optional() }),
    data: getPage(Reconciliation).extend({
      /** False if the gateway has no record to compare with. */
      isPossible: z.boolean(),
    }),
  },
  reconcileDay: {
    summary: 'Compare a day of the ledger with the record of the gateway; replaces an earlier comparison',
    mark: 'assumed',
    body: z.object({ day: z.iso.date().max(10) }),
    data: Reconciliation,
    errors: ['PROVIDER_NOT_CONFIGURED', 'GATEWAY_FAILED'],
  },
} satisfies SchemasFor<typeof consoleLedgerRoutes>;
