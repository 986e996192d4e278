import { cents, toCents, type Cents } from '@contract/base/money';
import { CODE_BY_TYPE, type TransactionRow } from '../payment/payment-service';
import type { ChargeRow } from '../wallet/wallet-service';
import type { CompletedPayment, PaidCode } from '../../../events';

/** Contents of a receipt for a payment by card or wallet. Amounts in cents. */
export interface ReceiptFacts {
  id: string;
  source: CompletedPayment['source'];
  kind: PaidCode;
  isRenewal: boolean;
  status: TransactionRow['status'] | ChargeRow['status'];
  userId: string;
  performerId: string | null;
  item: string;
  quantity: number;
  /** Price of one unit. All units and the shipping add up to `price`. */
  unitPrice: Cents;
  /** Before the coupon, without tax. */
  price: Cents;
  discount: Cents;
  tax: Cents;
  /** Fraction 0..1; null if nothing was taxed or the rate was not stored. */
  taxRate: number | null;
  /** Where the payer was taxed: two-letter country, and the code of the region. */
  taxLocation: { country: string; region?: string } | null;
  /** `price - discount + tax`. */
  total: Cents;
  paidWith: { kind: 'card'; brand: string; last4Digits: string } | { kind: 'card' | 'wallet' | 'nothing' };
  createdAt: Date;
  updatedAt: Date;
}

export function toPaymentFacts(row: TransactionRow, isRenewal: boolean): ReceiptFacts {
  const { id, status, userId, performerId, createdAt, updatedAt } = row;
  return {
    id,
    status,
    userId,
    performerId,
    createdAt,
    updatedAt,
    source: 'payment_transaction',
    isRenewal,
    kind: CODE_BY_TYPE[row.type],
    item: getProductName(row),
    quantity: 1,
    unitPrice: row.originalPrice,
    price: row.originalPrice,
    discount: cents(row.originalPrice - (row.totalPrice - row.taxAmount)),
    tax: row.taxAmount,
    ...getTaxTerms(row),
    total: row.totalPrice,
    paidWith: row.totalPrice === 0 ? { kind: 'nothing' } : { kind: 'card', ...row.cardLabel },
  };
}

/** @param payment the card payment; null if the wallet paid */
export function toChargeFacts(row: ChargeRow, payment: TransactionRow | null): ReceiptFacts {
  const { id, status, userId, performerId, createdAt, updatedAt } = row;
  return {
    id,
    status,
    userId,
    performerId,
    createdAt,
    updatedAt,
    source: 'wallet_charge',
    isRenewal: false,
    // A charge has the code of its transfer as type.
    kind: row.type as PaidCode,
    item: getProductName(row),
    ...getUnits(row),
    price: row.originalPrice,
    discount: cents(row.originalPrice - row.totalPrice),
    tax: row.taxAmount,
    ...getTaxTerms(payment),
    total: cents(row.totalPrice + row.taxAmount),
    paidWith: payment ? { kind: 'card', ...payment.cardLabel } : { kind: 'wallet' },
  };
}

const getTaxTerms = (payment: TransactionRow | null): Pick<ReceiptFacts, 'taxRate' | 'taxLocation'> => {
  return { taxRate: payment?.taxRate ?? null, taxLocation: payment?.taxLocation ?? null };
};

export interface ReceiptOrder {
  id: string;
  type: 'physical' | 'digital';
}

/** Contains all numbers if the payment has several invoices. */
export interface ReceiptNumbers {
  invoice: string | null;
  creditNote: string | null;
}

/** The number that payers quote to operators. Without an invoice number, it is the end of the receipt page's address. */
export const getReceiptNumber = (id: string, invoice?: string | null): string => invoice ?? id.slice(-8).toUpperCase();

/** @param details.creator empty for payments to the platform */
export function getReceiptTitle(
  { kind, item }: Pick<ReceiptFacts, 'kind' | 'item'>,
  { creator, siteName }: { creator: string; siteName: string },
): string {
  if (kind === 'platform-subscription') return `${siteName} membership`;
  if (kind === 'trial') return `Free trial with ${creator}`;
  // The item of a renewal names only the period.
  if (kind === 'subscription' && !item.includes(creator)) return `${item} to ${creator}`;
  if (kind === 'tip' || kind === 'stream_tip') return `Tip for ${creator}`;
  if (kind === 'public_chat') return `Ticket for ${item}`;
  return kind === 'message' ? `Message from ${creator}` : item;
}

function getUnits({ products, originalPrice }: ChargeRow): Pick<ReceiptFacts, 'quantity' | 'unitPrice'> {
  const { quantity, price } = products[0] ?? {};
  if (typeof quantity !== 'number' || typeof price !== 'number') return { quantity: 1, unitPrice: originalPrice };
  return { quantity, unitPrice: toCents(price) };
}

const getProductName = ({ products }: Pick<ChargeRow, 'products'>): string => {
  const name = products[0]?.['name'];
  return typeof name === 'string' ? name : '';
};
