import { toCsvLine } from '@contract/base/csv';
import { getSiteCurrency } from '@contract/base/currency';
import { fromCents, type Cents } from '@contract/base/money';
import type { StatementLine } from './statement-figures';
import { getReference, nameLine } from './statement-words';

const header = [
  'Date',
  'Type',
  'What',
  'Reference',
  'Gross',
  'Commission',
  'Net',
  'Balance',
  'Tax paid by buyers',
  'Currency',
];

const sum = (amount: Cents) => fromCents(amount);

const bare = (text: string, balance: Cents): string =>
  toCsvLine([null, text, null, null, null, null, null, sum(balance), null, getSiteCurrency().code]);

/** The header line, and a line with the opening balance. */
export const writeCsvHead = (opening: Cents): string => toCsvLine(header) + bare('opening balance', opening);

export const writeCsvEnd = (closing: Cents): string => bare('closing balance', closing);

/** Commission and net add up to gross; tax comes on top. */
export function writeCsvLine(line: StatementLine): string {
  const { at, kind, gross, commission, net, tax, balance } = line;
  const isSale = kind === 'sale' || kind === 'refund';
  return toCsvLine([
    at.toISOString(),
    kind,
    nameLine(line),
    getReference(line),
    isSale ? sum(gross) : null,
    isSale ? sum(commission) : null,
    sum(net),
    sum(balance),
    isSale ? sum(tax) : null,
    getSiteCurrency().code,
  ]);
}
