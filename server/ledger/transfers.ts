import { sql } from 'drizzle-orm';
import type { ledgerAccounts } from '../db/schema/money';

export type AccountKind = (typeof ledgerAccounts.$inferSelect)['kind'];

/** Kinds of accounts that can go below zero. The table's check constraint repeats them. */
export const overdraftKinds: readonly AccountKind[] = ['gateway', 'promotion', 'debt', 'disputed', 'losses'];

export interface PostingRule {
  from: AccountKind;
  to: AccountKind;
}

/**
 * The allow-list: every transfer code, with the postings it can have. A new code needs a test that the ledger still sums to
 * zero. Decisions 2, promises M-13, M-19.
 *
 * - A sale from the wallet pays the creator's pending income (net) and the platform's revenue (commission).
 * - A sale by card enters through `gateway` and also pays `tax`.
 * - A coupon moves no money: it lowers the commission first, then the creator's income.
 * - `release` makes pending income available. `unrelease` takes it back for a refund; the part that the creator has spent
 *   becomes a debt, which the next income pays off.
 * - `disputed` holds the money of a dispute until the bank decides. `losses` are fees, and amounts that cannot be recovered.
 * - A payout stays in `reserved` until it is paid or returned. If the bank sends it back, the wallet gets it with its fee.
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
    { from: 'wallet', to: 'gateway' },
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

/** Codes of purchases: each transfer gets an invoice, and its `refund` a credit note. */
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

/** `paidTransfers` for SQL `in (…)`. */
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

/** SQL condition: transfer `t` gets an invoice or a credit note. `r` is the transfer that `t` reverses, or null. */
export const isNumbered = sql`(t.code in (${paidCodes}) or t.code in ('part-refund', 'top-up-loss')
  or (t.code = 'refund' and r.code in (${paidCodes})))`;
