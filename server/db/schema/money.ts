import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, timestampUtc, money, foreignKey, moneyOrZero, timestamps } from '../columns';
import { accounts, personInBooks } from './accounts';

/**
 * A place as tax sees it: country by two letters, region by its code. The lines of an address are there only until the sale is
 * reported to the tax gateway.
 */
interface TaxedAt {
  country: string;
  region?: string;
  postalCode?: string;
  city?: string;
  line1?: string;
  isDelivery?: true;
}

/**
 * Ledger accounts. Kinds: `wallet` (a fan's, or a creator's available money), `pending` (a creator's income in its holding
 * period), `reserved` (asked for as a payout, and not paid yet), `debt` (what a creator owes after refunds; never above zero),
 * `revenue` (the platform's), `gateway` (clearing of card money), `payout` (money sent out), `promotion` (gifts of the
 * platform to wallets), `tax` (collected for the state), `disputed` (what banks hold until they have
 * decided), `losses` (what the platform pays for disputes).
 * `balance` is a cache of the sum of entries, kept under the row's lock; only kinds that stand for the outside may be negative.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'wallet',
        'pending',
        'reserved',
        'debt',
        'revenue',
        'gateway',
        'payout',
        'promotion',
        'tax',
        'disputed',
        'losses',
      ],
    }).notNull(),
    /** Whose; empty for the platform's own. */
    ownerId: text('owner_id').notNull().default(''),
    balance: moneyOrZero('balance'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ledger_accounts_owner').on(t.kind, t.ownerId),
    index('ledger_accounts_person').on(t.ownerId),
    check(
      'ledger_accounts_floor',
      sql`${t.balance} >= 0 or ${t.kind} in ('gateway', 'promotion', 'debt', 'disputed', 'losses')`,
    ),
    check('ledger_accounts_debt', sql`${t.balance} <= 0 or ${t.kind} <> 'debt'`),
  ],
);

/** One movement of money; its entries sum to zero. Rows are never changed: a mistake is reversed by another row. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    code: text('code').notNull(),
    /** Unique: a repeat of the same movement finds the first. */
    key: text('key').notNull(),
    /** What it was for: the charge, transaction or payout. */
    subject: text('subject').notNull().default(''),
    reversesId: foreignKey('reverses_id'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ledger_transfers_key').on(t.key),
    uniqueIndex('ledger_transfers_reverses').on(t.reversesId),
    index('ledger_transfers_subject').on(t.subject),
    index('ledger_transfers_age').on(t.createdAt),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    transferId: foreignKey('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: foreignKey('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Signed: what the account gained. */
    amount: money('amount').notNull(),
    balanceAfter: money('balance_after').notNull(),
  },
  (t) => [
    index('ledger_entries_transfer').on(t.transferId),
    index('ledger_entries_account').on(t.accountId, t.id),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
);

/** The seller, as it stands on an invoice for good. */
export interface Seller {
  siteName: string;
  companyName: string;
  companyAddress: string;
  companyTaxId: string;
}

/**
 * Numbers of invoices and of the credit notes that take them back, one row a movement of the ledger: each counts up by one from 1
 * within its series and year (UTC). A job gives them after the commit. See ADR 59.
 */
export const invoices = pgTable(
  'invoices',
  {
    transferId: foreignKey('transfer_id')
      .primaryKey()
      .references(() => ledgerTransfers.id),
    series: text('series', { enum: ['invoice', 'credit_note'] }).notNull(),
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    /** The charge or payment. */
    subjectId: foreignKey('subject_id').notNull(),
    /** As it was when the number was given. */
    seller: jsonb('seller').$type<Seller>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.series, t.year, t.number),
    index('invoices_subject').on(t.subjectId),
    check('invoices_positive', sql`${t.number} > 0`),
  ],
);

/** First replies of money calls, by caller and key. Written in the same transaction as the money. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: foreignKey('account_id').notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    bodyHash: text('body_hash').notNull(),
    reply: jsonb('reply'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);

/** Purchases from the wallet, and ours by card: what was sold. Wire contract 3.13. */
export const walletCharges = pgTable(
  'wallet_charges',
  {
    id: id(),
    userId: personInBooks('user_id'),
    performerId: personInBooks('performer_id'),
    type: text('type').notNull(),
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    sessionId: text('session_id'),
    /** What the payer wrote to the creator along with a tip. */
    note: text('note').notNull().default(''),
    products: jsonb('products').$type<Record<string, unknown>[]>().notNull().default([]),
    originalPrice: money('original_price').notNull(),
    /** Without tax. */
    totalPrice: money('total_price').notNull(),
    /** The payment by card that paid for it; null for one from the wallet. */
    paymentId: foreignKey('payment_id'),
    /** Paid on top by card. */
    taxAmount: moneyOrZero('tax_amount'),
    status: text('status', { enum: ['pending', 'success', 'refunded'] }).notNull(),
    ...timestamps(),
  },
  (t) => [
    index('wallet_charges_user').on(t.userId, t.createdAt),
    index('wallet_charges_performer').on(t.performerId, t.createdAt),
    index('wallet_charges_payment').on(t.paymentId),
  ],
);

/** What somebody may open because they paid for it. One row a person and item, which makes buying twice impossible. */
export const purchases = pgTable(
  'purchases',
  {
    userId: personInBooks('user_id'),
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    chargeId: foreignKey('charge_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.target, t.targetId] }),
    index('purchases_target').on(t.target, t.targetId),
  ],
);

/**
 * Sold things with a file that broke, until it was replaced or their buyers were paid back. One row a thing; who bought it
 * before `boughtFrom` (null: ever) or after `boughtUntil` did not buy that file.
 */
export const brokenSales = pgTable(
  'broken_sales',
  {
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    boughtFrom: timestampUtc('bought_from'),
    boughtUntil: timestampUtc('bought_until').notNull(),
    /** When its buyers are paid back. */
    dueAt: timestampUtc('due_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.target, t.targetId] }), index('broken_sales_due').on(t.dueAt)],
);

/** Saved cards. No card number: `token` names the card at the gateway. Wire contract 3.11. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    id: id(),
    userId: personInBooks('user_id'),
    paymentGateway: text('payment_gateway').notNull().default('stripe'),
    customerId: text('customer_id').notNull().default(''),
    token: text('token').notNull(),
    /** The gateway's mark of the same physical card, to refuse saving it twice. */
    fingerprint: text('fingerprint').notNull().default(''),
    /** Set until the bank has agreed that the card may be charged in its holder's absence. */
    setupSecret: text('setup_secret'),
    holderName: text('holder_name').notNull().default(''),
    brand: text('brand').notNull(),
    last4Digits: text('last4_digits').notNull(),
    month: text('month').notNull(),
    year: text('year').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('payment_cards_token').on(t.userId, t.token),
    uniqueIndex('payment_cards_default')
      .on(t.userId)
      .where(sql`is_default`),
  ],
);

/** Money through a gateway. Wire contract 3.12. */
export const paymentTransactions = pgTable(
  'payment_transactions',
  {
    id: id(),
    userId: personInBooks('user_id'),
    performerId: foreignKey('performer_id').references(() => accounts.id),
    paymentGateway: text('payment_gateway').notNull().default('stripe'),
    target: text('target', {
      enum: ['performer', 'token_package', 'platform', 'feed', 'video', 'gallery', 'message', 'stream', 'order'],
    }).notNull(),
    targetId: foreignKey('target_id'),
    type: text('type', {
      enum: [
        'token_package',
        'free_subscription',
        'monthly_subscription',
        'yearly_subscription',
        'platform_subscription',
        'feed',
        'video',
        'gallery',
        'message',
        'public_chat',
        'product',
      ],
    }).notNull(),
    products: jsonb('products').$type<Record<string, unknown>[]>().notNull().default([]),
    originalPrice: money('original_price').notNull(),
    totalPrice: money('total_price').notNull(),
    couponInfo: jsonb('coupon_info').$type<{ _id: string; code: string; value: number }>(),
    /** Inside `totalPrice`. */
    taxAmount: moneyOrZero('tax_amount'),
    /** Where the payer was taxed. */
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    /** The share that was asked for tax, a fraction 0..1; null where nobody wrote it down. */
    taxRate: doublePrecision('tax_rate'),
    cardId: foreignKey('card_id'),
    /** The gateway's name for the card, which outlives the saved card. */
    cardToken: text('card_token'),
    /** The gateway's name for the owner of the card. */
    customerId: text('customer_id'),
    /** The bank was not asked yet whether it may be charged in its holder's absence. */
    isNewCard: boolean('is_new_card').notNull().default(false),
    /** What the payer knows the card by, as it was then. */
    cardLabel: jsonb('card_label').$type<{ brand: string; last4Digits: string }>(),
    status: text('status', {
      enum: ['created', 'processing', 'require_authentication', 'success', 'fail', 'canceled', 'refunded'],
    }).notNull(),
    /** Why it failed, in words for the payer. */
    failureMessage: text('failure_message').notNull().default(''),
    /** The gateway's own id of the payment. */
    gatewayId: text('gateway_id'),
    clientSecret: text('client_secret'),
    /** It was decided under the lock that the money goes back: nothing is given for it, whatever changes meanwhile. */
    isRefundDue: boolean('is_refund_due').notNull().default(false),
    /** The caller's idempotency key, or for renewals subscription and period: one payment each. */
    key: text('key').notNull(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('payment_transactions_key').on(t.userId, t.key),
    index('payment_transactions_user').on(t.userId, t.createdAt),
    index('payment_transactions_performer').on(t.performerId),
    // Most payments are over; only the open ones are ever looked for by status.
    index('payment_transactions_open')
      .on(t.updatedAt)
      .where(sql`status in ('processing', 'require_authentication')`),
    /** A subscription has at most one payment under way. */
    uniqueIndex('payment_transactions_open_subscription')
      .on(t.userId, t.target, sql`coalesce(target_id, '')`)
      .where(sql`status in ('processing', 'require_authentication') and target <> 'token_package'`),
  ],
);

/** The price that a subscription's payer was told of, and until when they were promised the old one. Null when none waits. */
const announcedPrice = () => ({ nextPrice: money('next_price'), nextPriceFrom: timestampUtc('next_price_from') });

/** A fan's subscription to a creator: one row a pair, kept over cancel and return. Wire contract 3.16, decisions 1. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: personInBooks('user_id'),
    performerId: personInBooks('performer_id'),
    subscriptionType: text('subscription_type', { enum: ['free', 'monthly', 'yearly', 'system'] }).notNull(),
    status: text('status', { enum: ['created', 'active', 'deactivated', 'past_due'] }).notNull(),
    paymentGateway: text('payment_gateway').notNull().default('stripe'),
    price: moneyOrZero('price'),
    ...announcedPrice(),
    cardId: foreignKey('card_id'),
    startRecurringDate: timestampUtc('start_recurring_date'),
    nextRecurringDate: timestampUtc('next_recurring_date'),
    /** Access lasts while this is in the future, whatever the status. */
    expiredAt: timestampUtc('expired_at'),
    usedFreeSubscription: boolean('used_free_subscription').notNull().default(false),
    renewalAttempts: integer('renewal_attempts').notNull().default(0),
    /** Where its renewals are taxed. */
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    transactionId: foreignKey('transaction_id'),
    cancelledAt: timestampUtc('cancelled_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('subscriptions_pair').on(t.userId, t.performerId),
    // Current subscribers are counted wherever a creator is shown.
    index('subscriptions_performer').on(t.performerId, t.expiredAt),
    index('subscriptions_renewal').on(t.nextRecurringDate),
    index('subscriptions_end').on(t.expiredAt),
  ],
);

/**
 * Cards by which a free trial was given: one row a creator and card, under a hash of both. It outlives the saved card and its
 * account, or the same card would be worth a trial again with each new account.
 */
export const trialCards = pgTable(
  'trial_cards',
  {
    cardHash: text('card_hash').primaryKey(),
    /** The payment of nothing that began the trial. */
    transactionId: foreignKey('transaction_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('trial_cards_transaction').on(t.transactionId)],
);

/** The platform subscription that opens content marked free. Decisions 1. */
export const platformSubscriptions = pgTable(
  'platform_subscriptions',
  {
    id: id(),
    userId: personInBooks('user_id'),
    status: text('status', { enum: ['active', 'deactivated', 'past_due'] }).notNull(),
    price: money('price').notNull(),
    ...announcedPrice(),
    cardId: foreignKey('card_id'),
    /** Its day of the month is the one that renewals keep. */
    startRecurringDate: timestampUtc('start_recurring_date').notNull(),
    nextRecurringDate: timestampUtc('next_recurring_date'),
    expiredAt: timestampUtc('expired_at').notNull(),
    renewalAttempts: integer('renewal_attempts').notNull().default(0),
    /** Where its renewals are taxed. */
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    transactionId: foreignKey('transaction_id'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('platform_subscriptions_user').on(t.userId),
    index('platform_subscriptions_renewal').on(t.nextRecurringDate),
  ],
);

/** What a creator earned from one sale. `net + commission = gross` always. Wire contract 3.14. */
export const earnings = pgTable(
  'earnings',
  {
    id: id(),
    performerId: personInBooks('performer_id'),
    userId: personInBooks('user_id'),
    /** The wallet charge or payment transaction. */
    transactionId: foreignKey('transaction_id').notNull(),
    sourceType: text('source_type').notNull(),
    sourceId: foreignKey('source_id'),
    type: text('type').notNull(),
    grossPrice: money('gross_price').notNull(),
    netPrice: money('net_price').notNull(),
    commission: money('commission').notNull(),
    /** Fraction 0..1 in force when it was earned. */
    siteCommission: doublePrecision('site_commission').notNull(),
    paymentGateway: text('payment_gateway').notNull(),
    /** True for wallet money, false for a gateway subscription. */
    isToken: boolean('is_token').notNull(),
    isPaid: boolean('is_paid').notNull().default(false),
    paidAt: timestampUtc('paid_at'),
    /** When the money leaves its holding period. */
    releaseAt: timestampUtc('release_at').notNull(),
    releasedAt: timestampUtc('released_at'),
    /** The payment is disputed: it is not released meanwhile. */
    heldAt: timestampUtc('held_at'),
    /** How often it was held after it had been released. */
    holds: integer('holds').notNull().default(0),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('earnings_transaction').on(t.transactionId),
    index('earnings_performer').on(t.performerId, t.createdAt),
    index('earnings_fan').on(t.performerId, t.userId),
    index('earnings_payer').on(t.userId),
    index('earnings_source').on(t.performerId, t.sourceId),
    index('earnings_release')
      .on(t.releaseAt)
      .where(sql`released_at is null`),
  ],
);

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text('code').notNull(),
    name: text('name').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Fraction 0..1 off the price. */
    value: doublePrecision('value').notNull(),
    expiredDate: timestampUtc('expired_date').notNull(),
    /** How often it may still be used. */
    usesLeft: bigint('uses_left', { mode: 'number' }).notNull(),
    status: text('status', { enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    ...timestamps(),
  },
  (t) => [uniqueIndex('coupons_code').on(t.code), check('coupons_uses', sql`${t.usesLeft} >= 0`)],
);

/** One use a person and coupon. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    couponId: foreignKey('coupon_id').notNull(),
    userId: personInBooks('user_id'),
    transactionId: foreignKey('transaction_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.userId] }), index('coupon_uses_user').on(t.userId)],
);
