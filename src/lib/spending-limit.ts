import type { EndpointData } from '@contract/schemas';
import { formatDay, formatMonth } from './dates';
import { formatMoney } from './format-money';

export type SpendingLimit = EndpointData<'getSpendingLimit'>;

/** The server counts months in UTC. */
export const getLimitMonth = ({ resetsAt }: SpendingLimit): string =>
  formatMonth(Date.parse(resetsAt) - 1, { timeZone: 'UTC' });

export const getResetDay = ({ resetsAt }: SpendingLimit): string => formatDay(resetsAt, { timeZone: 'UTC' });

export const nameLimit = (limit: number | null): string => (limit === null ? 'no limit' : formatMoney(limit));

/** @returns the error text if the limit forbids a purchase of `amount`, else null. Amounts in major units */
export function getLimitProblem(spending: SpendingLimit | null, amount: number): string | null {
  if (spending === null || spending.limit === null || spending.remaining === null) return null;
  if (amount === 0 || amount <= spending.remaining) return null;
  return `This would pass your limit of ${formatMoney(spending.limit)} for ${getLimitMonth(spending)}.`;
}
