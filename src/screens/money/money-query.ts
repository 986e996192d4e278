import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';
import { rowsPerPage, type LineQuery, type TransactionQuery } from '@/features/money/payment/payment-feature';
import { readDayRange } from '../site/day-query';
import { readPage } from '../site/page-query';

/** How a list of money is narrowed, as its address has it: `?flow=in&sum=5.00&from=2026-11-01&to=2026-11-21&page=2`. */
export interface MoneyFilter {
  flow: 'in' | 'out' | null;
  /** Major units, as typed. */
  sum: string;
  days: DayRange | null;
}

export function readMoneyFilter(query: ParsedUrlQuery): MoneyFilter {
  const { flow, sum } = query;
  return {
    flow: flow === 'in' || flow === 'out' ? flow : null,
    sum: typeof sum === 'string' && /^\d{1,6}(\.\d{1,2})?$/.test(sum) ? sum : '',
    days: readDayRange(query),
  };
}

/** The address of a page of the list. */
export function moneyHref(path: string, { flow, sum, days }: MoneyFilter, page: number): string {
  const parts = new URLSearchParams({
    ...(flow && { flow }),
    ...(sum && { sum }),
    ...(days && { from: days[0], to: days[1] }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return parts === '' ? path : `${path}?${parts}`;
}

const toDates = (days: DayRange | null) => (days ? { fromDate: days[0], toDate: days[1] } : {});
const toOffset = (query: ParsedUrlQuery) => (readPage(query) - 1) * rowsPerPage;

export function toLineQuery(query: ParsedUrlQuery): LineQuery {
  const { flow, sum, days } = readMoneyFilter(query);
  return {
    limit: rowsPerPage,
    offset: toOffset(query),
    ...(flow && { direction: flow }),
    ...(sum && { amount: sum }),
    ...toDates(days),
  };
}

export const toTransactionQuery = (query: ParsedUrlQuery): TransactionQuery => ({
  offset: toOffset(query),
  ...toDates(readMoneyFilter(query).days),
});
