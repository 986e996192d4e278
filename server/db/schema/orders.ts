import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, foreignKey, id, money, moneyOrZero, timestamps, timestampUtc } from '../columns';
import { personInBooks } from './accounts';

/** One product of a checkout, on the agreed terms. Amounts in cents. */
export interface CheckoutLine {
  productId: string;
  performerId: string;
  name: string;
  type: 'physical' | 'digital';
  quantity: number;
  unitPrice: number;
  /** A parcel's shipping price, on its most expensive line; 0 on the others. */
  shippingPrice: number;
  /** Tax on goods and shipping; 0 if paid from the wallet. */
  tax: number;
  /** How often, and for how many days, a digital product can be downloaded; 0 means no limit. */
  downloadLimit: number;
  downloadDays: number;
}

export interface Delivery {
  addressId: string | null;
  address: string;
  postalCode: string;
  country: string | null;
  phoneNumber: string;
  userNote: string;
}

/** Checkouts by card, kept until the payment ends; their orders are created from them. Wallet checkouts need no row. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Becomes `groupId` of the orders. */
    id: id(),
    userId: personInBooks('user_id'),
    lines: jsonb('lines').$type<CheckoutLine[]>().notNull(),
    delivery: jsonb('delivery').$type<Delivery>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('checkouts_user').on(t.userId)],
);

/** Expires by itself. The holder is a buyer, or a checkout whose payment is open. Promises M-6, M-9. */
export const stockReservations = pgTable(
  'stock_reservations',
  {
    holderId: foreignKey('holder_id').notNull(),
    productId: foreignKey('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    expiresAt: timestampUtc('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.holderId, t.productId] }),
    index('stock_reservations_product').on(t.productId, t.expiresAt),
    index('stock_reservations_end').on(t.expiresAt),
    check('stock_reservations_quantity', sql`${t.quantity} > 0`),
  ],
);

/** Products bought from stores, one row per product and checkout. Wire contract 3.9. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Shared by all orders of a payment. Those of them that have the same creator are one parcel. */
    groupId: foreignKey('group_id').notNull(),
    transactionId: foreignKey('transaction_id').notNull(),
    performerId: personInBooks('performer_id'),
    userId: personInBooks('user_id'),
    productId: foreignKey('product_id').notNull(),
    /** Name and type at the time of the order. */
    name: text('name').notNull(),
    type: text('type', { enum: ['physical', 'digital'] }).notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    shippingPrice: moneyOrZero('shipping_price'),
    taxAmount: moneyOrZero('tax_amount'),
    totalPrice: money('total_price').notNull(),
    isByCard: boolean('is_by_card').notNull(),
    deliveryStatus: text('delivery_status', { enum: ['processing', 'shipping', 'delivered', 'refunded'] }).notNull(),
    shippingCode: text('shipping_code').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    deliveryAddressId: foreignKey('delivery_address_id'),
    deliveryAddress: text('delivery_address').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    userNote: text('user_note').notNull().default(''),
    packedAt: timestampUtc('packed_at'),
    /** Download links given out so far, their maximum, and until when they are given out. Null means no limit. */
    downloads: integer('downloads').notNull().default(0),
    downloadLimit: integer('download_limit'),
    downloadableUntil: timestampUtc('downloadable_until'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('orders_transaction').on(t.transactionId),
    index('orders_group').on(t.groupId),
    index('orders_user').on(t.userId, t.createdAt),
    index('orders_performer').on(t.performerId, t.createdAt),
    index('orders_product').on(t.productId),
    check('orders_quantity', sql`${t.quantity} > 0`),
    check('orders_total', sql`${t.totalPrice} = ${t.quantity} * ${t.unitPrice} + ${t.shippingPrice} + ${t.taxAmount}`),
  ],
);

export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: foreignKey('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: ['ordered', 'packed', 'shipped', 'tracking', 'address', 'delivered', 'cancelled', 'refunded'],
    }).notNull(),
    /** The tracking code, or the reason for the change. */
    detail: text('detail').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_order').on(t.orderId, t.id)],
);

/**
 * Refunds to a card: one row per charge, or per payment without charges. The money goes to the wallet instead if the bank
 * rejects it.
 */
export const cardRefunds = pgTable(
  'card_refunds',
  {
    /** Id of the refunded charge or, for a subscription, of the payment. Refunds of a wallet have ids of their own. */
    id: id(),
    paymentId: foreignKey('payment_id').notNull(),
    userId: personInBooks('user_id'),
    amount: money('amount').notNull(),
    /** `by_bank`: the bank itself has taken the money back, in a dispute. */
    status: text('status', { enum: ['pending', 'done', 'to_wallet', 'by_bank'] }).notNull(),
    ...timestamps(),
  },
  (t) => [
    index('card_refunds_payment').on(t.paymentId),
    index('card_refunds_user').on(t.userId),
    index('card_refunds_pending')
      .on(t.updatedAt)
      .where(sql`status = 'pending'`),
  ],
);
