import { cents, type Cents } from '@contract/base/money';
import type { TransferCode } from '../../../ledger/transfers';
import type { StatementEntry } from './statement-repository';

/** Sums of sales or refunds. `gross = commission + net`, without tax. */
export interface SaleSums {
  count: number;
  gross: Cents;
  commission: Cents;
  net: Cents;
  /** Tax that buyers paid on top. */
  tax: Cents;
}

/** Sums of ledger entries: `opening + sales.net + refunds.net + payouts + fees + other = closing`. */
export interface StatementSums {
  sales: SaleSums;
  /** All amounts are negative. */
  refunds: SaleSums;
  /** Sent to the creator; negative. */
  payouts: Cents;
  /** Fees of payouts; negative. */
  fees: Cents;
  /** Gifts of the platform, refunds of the creator's own purchases, and the like. */
  other: Cents;
}

export type EntryKind = 'sale' | 'refund' | 'payout' | 'other';

export interface StatementLine extends Pick<StatementEntry, 'id' | 'at' | 'subject' | 'item' | 'net'> {
  kind: EntryKind;
  /** For a refund, the code of the sale that was refunded; otherwise the code of the transfer. */
  code: TransferCode;
  gross: Cents;
  commission: Cents;
  tax: Cents;
  balance: Cents;
}

const noSales = (): SaleSums => {
  return { count: 0, gross: cents(0), commission: cents(0), net: cents(0), tax: cents(0) };
};

export const noSums = (): StatementSums => {
  return { sales: noSales(), refunds: noSales(), payouts: cents(0), fees: cents(0), other: cents(0) };
};

export const getChange = ({ sales, refunds, payouts, fees, other }: StatementSums): Cents =>
  cents(sales.net + refunds.net + payouts + fees + other);

function getKind({ code, reversedCode, pending }: StatementEntry): EntryKind {
  if (code === 'payout' || code === 'payout-returned') return 'payout';
  if (reversedCode !== null) return pending < 0 ? 'refund' : 'other';
  return pending > 0 ? 'sale' : 'other';
}

export function toLine(entry: StatementEntry, before: Cents): StatementLine {
  const { id, at, subject, item, net, revenue, tax } = entry;
  const kind = getKind(entry);
  const isSale = kind === 'sale' || kind === 'refund';
  return {
    id,
    at,
    subject,
    item,
    net,
    kind,
    code: kind === 'refund' ? (entry.reversedCode ?? entry.code) : entry.code,
    gross: isSale ? cents(net + revenue) : cents(0),
    commission: isSale ? revenue : cents(0),
    tax: isSale ? tax : cents(0),
    balance: cents(before + net),
  };
}

export function addEntry(
  sums: StatementSums,
  { kind, gross, commission, net, tax }: StatementLine,
  paidOut: Cents,
): void {
  if (kind === 'sale' || kind === 'refund') {
    const part = kind === 'sale' ? sums.sales : sums.refunds;
    part.count += 1;
    part.gross = cents(part.gross + gross);
    part.commission = cents(part.commission + commission);
    part.net = cents(part.net + net);
    part.tax = cents(part.tax + tax);
  } else if (kind === 'payout') {
    sums.payouts = cents(sums.payouts - paidOut);
    sums.fees = cents(sums.fees + net + paidOut);
  } else sums.other = cents(sums.other + net);
}
