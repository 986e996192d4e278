import type { Cents } from '@contract/base/money';
import { getRenewalDate, nextPeriod } from '@contract/money/subscription-period';
import type { Renewable } from './renewal-kind';

type PriceTerms = Pick<Renewable, 'price' | 'nextPrice' | 'nextPriceFrom'>;
type Running = PriceTerms & Pick<Renewable, 'startRecurringDate' | 'expiredAt' | 'nextRecurringDate'>;

const DAY_MS = 24 * 3600 * 1000;

/**
 * The price of a renewal. A lower price than before counts at once, a higher one from the end of its notice. ADR 24.
 *
 * @param dueAt first date of the renewal: later tries of it cost the same.
 */
export function getRenewalPrice({ price, nextPrice, nextPriceFrom }: PriceTerms, dueAt: Date): Cents {
  if (nextPrice === null || nextPriceFrom === null) return price;
  return nextPrice < price || nextPriceFrom <= dueAt ? nextPrice : price;
}

/** First date of the renewal that comes next. */
export const getDueDate = ({ expiredAt, nextRecurringDate }: Pick<Running, 'expiredAt' | 'nextRecurringDate'>) =>
  expiredAt ? getRenewalDate(expiredAt) : nextRecurringDate;

/** Columns for a price that is announced now, in place of one that was before. */
export function planPrice(
  { price }: Pick<PriceTerms, 'price'>,
  newPrice: Cents,
  { now, noticeDays }: { now: Date; noticeDays: number },
): Pick<PriceTerms, 'nextPrice' | 'nextPriceFrom'> {
  if (newPrice === price) return { nextPrice: null, nextPriceFrom: null };
  const notice = newPrice > price ? noticeDays * DAY_MS : 0;
  return { nextPrice: newPrice, nextPriceFrom: new Date(now.getTime() + notice) };
}

/** Columns after a period was paid: an announced price that was paid is the price, another one still waits. */
export function getPriceAfter(before: PriceTerms | null, paid: { price: Cents; isRenewal: boolean }): PriceTerms {
  const waits = paid.isRenewal && before !== null && before.nextPrice !== paid.price;
  const { nextPrice, nextPriceFrom } = waits ? before : { nextPrice: null, nextPriceFrom: null };
  return { price: paid.price, nextPrice, nextPriceFrom };
}

/** Renewals to come, as if each were paid on its date. Without an end where it renews at all. */
export function* listRenewals(row: Running, { months }: { months: number }): Generator<{ date: Date; price: Cents }> {
  let { startRecurringDate, expiredAt, nextRecurringDate: date } = row;
  while (date) {
    yield { date, price: getRenewalPrice(row, getDueDate({ expiredAt, nextRecurringDate: date }) ?? date) };
    const period = nextPeriod({ startRecurringDate, expiredAt, isRecurring: true }, { now: date, months });
    ({ startRecurringDate, expiredAt, nextRecurringDate: date } = period);
  }
}

/** The announced price, and the first renewal that costs it; null when none waits. */
export function findPriceChange(row: Running, { months }: { months: number }): { price: Cents; from: Date } | null {
  if (row.nextPrice === null || row.nextPriceFrom === null) return null;
  for (const { date, price } of listRenewals(row, { months }))
    if (price === row.nextPrice) return { price, from: date };
  return null;
}
