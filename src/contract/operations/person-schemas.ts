import { z } from 'zod';
import {
  Dollars,
  DollarsInput,
  IdParams,
  IsoDate,
  ListQuery,
  ObjectId,
  SignedDollars,
  Success,
  getPage,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { operatorRoles } from '../base/operator-roles';
import { payoutRestReasons } from '../base/payout-rest';
import { removableKinds } from '../content/house-rules';
import { AccountStatus } from '../identity/people-schemas';
import type { personRoutes } from './person-routes';

const Kind = z.enum(['user', 'performer']);
const Reason = requiredText(limits.operatorText);

const PersonLine = z.object({
  _id: ObjectId,
  kind: Kind,
  name: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  status: AccountStatus,
  /** For creators: whether their documents are approved. */
  isApproved: z.boolean(),
  createdAt: IsoDate,
  lastSeenAt: IsoDate.nullable(),
});

const Session = z.object({
  _id: ObjectId,
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  /** From the address; null if unknown. */
  country: z.string().nullable(),
  createdAt: IsoDate,
  lastUsedAt: IsoDate,
});

const Note = z.object({
  _id: ObjectId,
  text: z.string(),
  /** Empty for a deleted account. */
  operatorName: z.string(),
  createdAt: IsoDate,
});

const Report = z.object({
  _id: ObjectId,
  title: z.string(),
  description: z.string(),
  target: z.string(),
  status: z.enum(['open', 'rejected', 'resolved']),
  /** By whom, or about whom; null if that account is deleted. */
  other: z.object({ _id: ObjectId, name: z.string(), username: z.string().nullable() }).nullable(),
  createdAt: IsoDate,
});

const Person = PersonLine.extend({
  avatar: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  phone: z.string().nullable(),
  verifiedEmail: z.boolean(),
  verifiedPhone: z.boolean(),
  hasTwoFactor: z.boolean(),
  operatorRole: z.enum(operatorRoles).nullable(),
  /** Ways to log in besides email and password. */
  logins: z.array(z.object({ provider: z.enum(['password', 'google', 'twitter', 'phone']), label: z.string() })),
  /** Why operators closed it, and when; null while it is open. */
  closure: z.object({ reason: z.string(), at: IsoDate, operatorName: z.string() }).nullable(),
  /** When a requested deletion is due. */
  deletionAt: IsoDate.nullable(),
  /** Null for fans. */
  creator: z
    .object({
      /** Fraction 0..1; null follows the site's setting. */
      commission: z.number().nullable(),
      siteCommission: z.number(),
      /** Kinds of sales with another share; not for creators with a commission of their own. */
      siteCommissions: z.array(z.object({ kind: z.string(), commission: z.number() })),
      /** Why their payouts are on hold; null if they are not. */
      payoutHold: z.string().nullable(),
      /** Until when payouts are paused because they added or changed where their money goes; null if they are not. */
      payoutRest: z.object({ until: IsoDate, reason: z.enum(payoutRestReasons) }).nullable(),
      subscribers: z.number(),
      followers: z.number(),
    })
    .nullable(),
  sessions: z.array(Session),
  /** Newest first. */
  notes: z.array(Note),
  /** The newest, and how many there are. */
  reportsAbout: getPage(Report),
  reportsBy: getPage(Report),
});

/** A transfer of the ledger that moved money of the account. */
const Entry = z.object({
  _id: ObjectId,
  /** Such as `top-up`, `feed` or `release`. */
  code: z.string(),
  /** Changes of the account's balances, in the ledger's signs: a debt is below zero. */
  moves: z.array(z.object({ account: z.enum(['wallet', 'pending', 'reserved', 'debt']), amount: SignedDollars })),
  /** Code of the sale that it is for; null if it is for none. */
  sale: z.string().nullable(),
  /** The sold item, by its title or first words; `page` is null if it is no content, or gone. */
  item: z
    .object({ title: z.string(), page: z.object({ kind: z.enum(removableKinds), _id: ObjectId }).nullable() })
    .nullable(),
  /** The other person; null for the site. */
  other: z.object({ _id: ObjectId, name: z.string(), username: z.string().nullable() }).nullable(),
  paymentId: ObjectId.nullable(),
  payoutId: ObjectId.nullable(),
  createdAt: IsoDate,
});

/** Money of a wallet that goes back to the cards that paid it in. */
const WalletRefund = z.object({
  /** Leaves the wallet. */
  amount: Dollars,
  /** Was paid on that amount, and goes to the cards besides. */
  tax: Dollars,
  /** Stays in the wallet, as no payment by card is left that it could go back to. */
  stays: Dollars,
  /** With tax. Without a card if the gateway did not name it. */
  cards: z.array(
    z.object({
      paymentId: ObjectId,
      brand: z.string().nullable(),
      last4Digits: z.string().nullable(),
      amount: Dollars,
    }),
  ),
});

const act = { mark: 'assumed', params: IdParams, data: Success } as const;

export const personSchemas = {
  searchPeople: {
    summary: 'Find fans and creators by name, email, username or id',
    mark: 'assumed',
    query: ListQuery.pick({ q: true, limit: true, offset: true }).extend({
      kind: Kind.optional(),
      status: AccountStatus.optional(),
    }),
    data: getPage(PersonLine),
  },
  readPerson: {
    summary: 'One account: state, sessions, notes and reports',
    mark: 'assumed',
    params: IdParams,
    data: Person,
    errors: ['ENTITY_NOT_FOUND'],
  },
  readPersonMoney: {
    summary: 'Balances of one account in the ledger, and its payouts and refunds',
    mark: 'assumed',
    params: IdParams,
    data: z.object({
      wallet: Dollars,
      /** A refund as it is possible now; null if none is. */
      walletRefund: WalletRefund.nullable(),
      /** Income in its holding period. */
      pending: Dollars,
      /** Requested payouts that are not paid yet. */
      reserved: Dollars,
      debt: Dollars,
      /** Paid by fans for this creator's work, before commission, without refunds. */
      sold: Dollars,
      paidOut: Dollars,
      /** Payments by this account, without refunds. */
      spent: Dollars,
      /** Fraction 0..1 of the creator's sales, by amount, that were refunded; null without sales. */
      refundShare: z.number().nullable(),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  listPersonEntries: {
    summary: 'What moved the money of one account in the ledger, newest first',
    mark: 'assumed',
    params: IdParams,
    query: ListQuery.pick({ limit: true, offset: true }),
    data: getPage(Entry),
    errors: ['ENTITY_NOT_FOUND'],
  },
  addPersonNote: {
    ...act,
    summary: 'Add a note for colleagues',
    body: z.object({ text: Reason }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  endPersonSessions: {
    ...act,
    summary: 'Log an account out: one session, or all of them',
    body: z.object({ sessionId: ObjectId.optional() }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  closeAccount: {
    ...act,
    summary: 'Close an account and email it the reason',
    body: z.object({ reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'OPERATOR_ACCOUNT', 'CHANGED_ELSEWHERE'],
  },
  reopenAccount: {
    ...act,
    summary: 'Reopen an account that was closed, and email it',
    body: z.object({ reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'CHANGED_ELSEWHERE'],
  },
  resetTwoFactor: {
    ...act,
    summary: 'Turn two-factor off for an account that lost its phone',
    body: z.object({ reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED', 'CHANGED_ELSEWHERE'],
  },
  resendPersonMail: {
    ...act,
    summary: 'Send the email to verify an address, or to set a new password, again',
    body: z.object({ mail: z.enum(['verification', 'password-reset']) }),
    errors: ['ENTITY_NOT_FOUND', 'CHANGED_ELSEWHERE', 'TOO_MANY_REQUESTS'],
  },
  setPayoutHold: {
    ...act,
    summary: 'Hold the payouts of a creator, or release them',
    body: z.object({ reason: Reason.nullable() }),
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED'],
  },
  refundWallet: {
    ...act,
    summary: 'Pay the wallet of a fan back to the cards of their top-ups, as far as these can take it',
    body: z.object({ expectedBalance: DollarsInput, reason: Reason }),
    data: WalletRefund,
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED', 'CHANGED_ELSEWHERE', 'REFUND_NOT_POSSIBLE'],
  },
  setCommission: {
    ...act,
    summary: 'Give a creator a commission of their own, or the site’s',
    body: z.object({ commission: z.number().min(0).max(1).nullable(), reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED'],
  },
} satisfies SchemasFor<typeof personRoutes>;
