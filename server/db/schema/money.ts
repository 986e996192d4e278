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

/** Two-letter country and region codes. Address lines are kept only until the sale is reported to the tax gateway. */
interface TaxedAt {
  country: string;
  region?: string;
  postalCode?: string;
  city?: string;
  line1?: string;
  isDelivery?: true;
}

/**
 * Ledger accounts. Kinds: `wallet` (a fan's, or a creator's available money), `pending` (a creator's earnings during the
 * holding period), `reserved` (payouts that were requested but not paid yet), `debt` (what a creator owes after refunds; never
 * above zero), `revenue` (the platform's), `gateway` (clearing of card payments), `payout` (money paid out), `promotion` (gifts
 * by the platform to wallets), `tax` (collected for the state), `disputed` (held by banks until they decide), `losses` (paid by
 * the platform for disputes).
 *
 * `balance` caches the sum of the entries, and changes only while the row is locked.
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
    /** Empty for the platform's own accounts. */
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

/** A movement of money, whose entries sum to zero. Rows never change: a mistake is reversed by another transfer. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    code: text('code').notNull(),
    /** Unique, so that repeating a movement finds the first transfer. */
    key: text('key').notNull(),
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
    /** Positive if it increases the balance. */
    amount: money('amount').notNull(),
    balanceAfter: money('balance_after').notNull(),
  },
  (t) => [
    index('ledger_entries_transfer').on(t.transferId),
    index('ledger_entries_account').on(t.accountId, t.id),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
);

/** Copied to the invoice when it gets its number, and never changed. */
export interface Seller {
  siteName: string;
  companyName: string;
  companyAddress: string;
  companyTaxId: string;
}

/**
 * One row per ledger transfer, numbered from 1 without gaps per series and UTC year. A job adds it after the commit. ADR 59.
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
    subjectId: foreignKey('subject_id').notNull(),
    seller: jsonb('seller').$type<Seller>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.series, t.year, t.number),
    index('invoices_subject').on(t.subjectId),
    check('invoices_positive', sql`${t.number} > 0`),
  ],
);

/** First responses to money requests, stored in the same transaction that moves the money. */
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

/** Sales, paid from the wallet or by card. Wire contract 3.13. */
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
    note: text('note').notNull().default(''),
    products: jsonb('products').$type<Record<string, unknown>[]>().notNull().default([]),
    originalPrice: money('original_price').notNull(),
    /** Without tax. */
    totalPrice: money('total_price').notNull(),
    /** The card payment; null if paid from the wallet. */
    paymentId: foreignKey('payment_id'),
    /** Tax that was added to a card payment. */
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

/** Paid access to items. One row per account and item, so that nobody buys an item twice. */
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
 * Sold items one of whose files turned out broken, until it is replaced or the buyers are refunded. Only purchases from
 * `boughtFrom` (null: any time) to `boughtUntil` included the file.
 */
export const brokenSales = pgTable(
  'broken_sales',
  {
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    boughtFrom: timestampUtc('bought_from'),
    boughtUntil: timestampUtc('bought_until').notNull(),
    dueAt: timestampUtc('due_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.target, t.targetId] }), index('broken_sales_due').on(t.dueAt)],
);

/** Saved cards, without card numbers: the gateway knows the card by `token`. Wire contract 3.11. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    id: id(),
    userId: personInBooks('user_id'),
    paymentGateway: text('payment_gateway').notNull().default('stripe'),
    customerId: text('customer_id').notNull().default(''),
    token: text('token').notNull(),
    /** The gateway's fingerprint of the physical card, to prevent saving it twice. */
    fingerprint: text('fingerprint').notNull().default(''),
    /** Set until the bank agrees to charges while the cardholder is absent. */
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

/** Payments through a gateway. Wire contract 3.12. */
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
    /** Included in `totalPrice`. */
    taxAmount: moneyOrZero('tax_amount'),
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    /** Fraction 0..1; null if it was not recorded. */
    taxRate: doublePrecision('tax_rate'),
    cardId: foreignKey('card_id'),
    /** The gateway's token for the card; kept even if the saved card is removed. */
    cardToken: text('card_token'),
    customerId: text('customer_id'),
    /** True until the bank agrees to charges while the cardholder is absent. */
    isNewCard: boolean('is_new_card').notNull().default(false),
    cardLabel: jsonb('card_label').$type<{ brand: string; last4Digits: string }>(),
    status: text('status', {
      enum: ['created', 'processing', 'require_authentication', 'success', 'fail', 'canceled', 'refunded'],
    }).notNull(),
    failureMessage: text('failure_message').notNull().default(''),
    gatewayId: text('gateway_id'),
    clientSecret: text('client_secret'),
    /** Decided while the row is locked: the payment will be refunded and buys nothing, whatever changes later. */
    isRefundDue: boolean('is_refund_due').notNull().default(false),
    /** The request's idempotency key. For a renewal: subscription and period, so that each period is paid once. */
    key: text('key').notNull(),
    /** When the ledger booked it; until then, when it began. Lists of operators go by it, so that they agree with the ledger. */
    bookedAt: timestampUtc('booked_at').notNull().defaultNow(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('payment_transactions_key').on(t.userId, t.key),
    index('payment_transactions_user').on(t.userId, t.createdAt),
    index('payment_transactions_performer').on(t.performerId),
    // Most payments are final; only open ones are looked up by status.
    index('payment_transactions_open')
      .on(t.updatedAt)
      .where(sql`status in ('processing', 'require_authentication')`),
    /** A subscription can have only one open payment. */
    uniqueIndex('payment_transactions_open_subscription')
      .on(t.userId, t.target, sql`coalesce(target_id, '')`)
      .where(sql`status in ('processing', 'require_authentication') and target <> 'token_package'`),
  ],
);

/** An announced price, and from when it applies, as promised in the notice. Null if none is pending. */
const announcedPrice = () => ({ nextPrice: money('next_price'), nextPriceFrom: timestampUtc('next_price_from') });

/** One row per fan and creator, reused if the fan cancels and later subscribes again. Wire contract 3.16, decisions 1. */
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
    /** Access lasts until then, whatever the status is. */
    expiredAt: timestampUtc('expired_at'),
    usedFreeSubscription: boolean('used_free_subscription').notNull().default(false),
    renewalAttempts: integer('renewal_attempts').notNull().default(0),
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    transactionId: foreignKey('transaction_id'),
    cancelledAt: timestampUtc('cancelled_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('subscriptions_pair').on(t.userId, t.performerId),
    // Subscribers are counted on every page that shows a creator.
    index('subscriptions_performer').on(t.performerId, t.expiredAt),
    index('subscriptions_renewal').on(t.nextRecurringDate),
    index('subscriptions_end').on(t.expiredAt),
  ],
);

/**
 * Cards that have used a creator's trial, by a hash of both. Rows outlive the saved card and its account, so that a new account
 * gets no second trial.
 */
export const trialCards = pgTable(
  'trial_cards',
  {
    cardHash: text('card_hash').primaryKey(),
    transactionId: foreignKey('transaction_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('trial_cards_transaction').on(t.transactionId)],
);

/** Site memberships, which give access to items for `members`. Decisions 1. */
export const platformSubscriptions = pgTable(
  'platform_subscriptions',
  {
    id: id(),
    userId: personInBooks('user_id'),
    status: text('status', { enum: ['active', 'deactivated', 'past_due'] }).notNull(),
    price: money('price').notNull(),
    ...announcedPrice(),
    cardId: foreignKey('card_id'),
    /** Renewals keep this day of the month. */
    startRecurringDate: timestampUtc('start_recurring_date').notNull(),
    nextRecurringDate: timestampUtc('next_recurring_date'),
    expiredAt: timestampUtc('expired_at').notNull(),
    renewalAttempts: integer('renewal_attempts').notNull().default(0),
    taxLocation: jsonb('tax_location').$type<TaxedAt>(),
    transactionId: foreignKey('transaction_id'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('platform_subscriptions_user').on(t.userId),
    index('platform_subscriptions_renewal').on(t.nextRecurringDate),
  ],
);

/** A creator's income from one sale. Always, `net + commission = gross`. Wire contract 3.14. */
export const earnings = pgTable(
  'earnings',
  {
    id: id(),
    performerId: personInBooks('performer_id'),
    userId: personInBooks('user_id'),
    transactionId: foreignKey('transaction_id').notNull(),
    sourceType: text('source_type').notNull(),
    sourceId: foreignKey('source_id'),
    type: text('type').notNull(),
    grossPrice: money('gross_price').notNull(),
    netPrice: money('net_price').notNull(),
    commission: money('commission').notNull(),
    /** Fraction 0..1, as it was at the time of sale. */
    siteCommission: doublePrecision('site_commission').notNull(),
    paymentGateway: text('payment_gateway').notNull(),
    /** True if paid from the wallet, false for subscriptions by card. */
    isToken: boolean('is_token').notNull(),
    isPaid: boolean('is_paid').notNull().default(false),
    paidAt: timestampUtc('paid_at'),
    releaseAt: timestampUtc('release_at').notNull(),
    releasedAt: timestampUtc('released_at'),
    /** Set while the payment is disputed: the earning is not released. */
    heldAt: timestampUtc('held_at'),
    /** How often a dispute has taken it back after its release. */
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
    /** The discount, as a fraction 0..1 of the price. */
    value: doublePrecision('value').notNull(),
    expiredDate: timestampUtc('expired_date').notNull(),
    usesLeft: bigint('uses_left', { mode: 'number' }).notNull(),
    status: text('status', { enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    ...timestamps(),
  },
  (t) => [uniqueIndex('coupons_code').on(t.code), check('coupons_uses', sql`${t.usesLeft} >= 0`)],
);

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
