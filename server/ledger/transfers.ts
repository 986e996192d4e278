import { sql } from 'drizzle-orm';
import type { ledgerAccounts } from '../db/schema/money';

export type AccountKind = (typeof ledgerAccounts.$inferSelect)['kind'];

/** Kinds that stand for the outside, and may owe. The table's own check says the same. */
export const overdraftKinds: readonly AccountKind[] = ['gateway', 'promotion', 'debt', 'disputed', 'losses'];

/** What an account may stand for in a posting: a party of the movement, resolved to an account by the caller's owner ids. */
export interface PostingRule {
  from: AccountKind;
  to: AccountKind;
}

/**
 * The allow-list: every movement of money that exists, with the postings it may consist of.
 * Adding one = a line here and a test that the books still sum to zero.
 *
 * A sale paid from the wallet goes fan → creator's pending income (net) and fan → platform revenue (commission).
 * A sale paid by card enters through `gateway`, its tax goes to `tax`. What a coupon takes off enters nowhere: it lowers
 * the platform's commission first and then the creator's income, so that it makes no money. Pending income becomes
 * available by `release`; `unrelease` takes it back for a refund, and what the creator has spent becomes a debt, which
 * the next income pays off. What a bank takes back for a dispute stands in `disputed` until it has decided; what nobody can be
 * asked for, and fees, are `losses` of the platform. A payout waits in `reserved` until it is paid or returned; what a
 * bank sends back is in the wallet again, its fee too. Source: decisions 2, promises M-13, M-19.
 */
export const transferRules = {
  'top-up': [
    { from: 'gateway', to: 'wallet' },
    { from: 'gateway', to: 'tax' },
  ],
  promotion: [{ from: 'promotion', to: 'wallet' }],
  tip: walletSale(),
  stream_tip: walletSale(),
  feed: sale(),
  video: sale(),
  gallery: sale(),
  product: sale(),
  message: sale(),
  public_chat: sale(),
  group_chat: walletSale(),
  private_chat: walletSale(),
  subscription: cardSale(),
  'platform-subscription': [
    { from: 'gateway', to: 'revenue' },
    { from: 'gateway', to: 'tax' },
  ],
  release: [{ from: 'pending', to: 'wallet' }],
  unrelease: [
    { from: 'wallet', to: 'pending' },
    { from: 'debt', to: 'pending' },
  ],
  'debt-payment': [{ from: 'wallet', to: 'debt' }],
  'payout-request': [{ from: 'wallet', to: 'reserved' }],
  'payout-return': [{ from: 'reserved', to: 'wallet' }],
  payout: [
    { from: 'reserved', to: 'payout' },
    { from: 'reserved', to: 'revenue' },
  ],
  'payout-returned': [
    { from: 'payout', to: 'wallet' },
    { from: 'revenue', to: 'wallet' },
  ],
  'part-refund': [
    { from: 'pending', to: 'gateway' },
    { from: 'revenue', to: 'gateway' },
    { from: 'tax', to: 'gateway' },
  ],
  'refund-to-wallet': [{ from: 'gateway', to: 'wallet' }],
  dispute: [
    { from: 'disputed', to: 'gateway' },
    { from: 'losses', to: 'gateway' },
  ],
  'dispute-end': [
    { from: 'gateway', to: 'disputed' },
    { from: 'losses', to: 'disputed' },
  ],
  'top-up-loss': [
    { from: 'wallet', to: 'gateway' },
    { from: 'debt', to: 'gateway' },
    { from: 'tax', to: 'gateway' },
  ],
  refund: [],
} as const satisfies Record<string, readonly PostingRule[]>;

export type TransferCode = keyof typeof transferRules;

/** Movements by which somebody pays for something: each has an invoice, and its `refund` a credit note. */
export const paidTransfers = [
  'top-up',
  'tip',
  'stream_tip',
  'feed',
  'video',
  'gallery',
  'product',
  'message',
  'public_chat',
  'group_chat',
  'private_chat',
  'subscription',
  'platform-subscription',
] as const satisfies readonly TransferCode[];

/** The same for `in (…)`. */
export const paidCodes = sql.join(
  paidTransfers.map((code) => sql`${code}`),
  sql`, `,
);

function walletSale() {
  return [
    { from: 'wallet', to: 'pending' },
    { from: 'wallet', to: 'revenue' },
  ] as const;
}

function cardSale() {
  return [
    { from: 'gateway', to: 'pending' },
    { from: 'gateway', to: 'revenue' },
    { from: 'gateway', to: 'tax' },
  ] as const;
}

function sale() {
  return [...walletSale(), ...cardSale()] as const;
}

/** Whether a movement `t`, which takes back `r` or nothing, has a number: what was paid, and what gave all or a part of it back. */
export const isNumbered = sql`(t.code in (${paidCodes}) or t.code in ('part-refund', 'top-up-loss')
  or (t.code = 'refund' and r.code in (${paidCodes})))`;
