import type { Cents } from '@contract/base/money';
import { getRenewalDate, nextPeriod } from '@contract/money/subscription-period';
import type { Renewable } from './renewal-kind';

type PriceTerms = Pick<Renewable, 'price' | 'nextPrice' | 'nextPriceFrom'>;
type Running = PriceTerms & Pick<Renewable, 'startRecurringDate' | 'expiredAt' | 'nextRecurringDate'>;

const DAY_MS = 24 * 3600 * 1000;

/**
 * The price of a renewal. A lower price applies at once, a higher one after its notice period. ADR 24.
 *
 * @param dueAt first date of the renewal: its retries cost the same.
 */
export function getRenewalPrice({ price, nextPrice, nextPriceFrom }: PriceTerms, dueAt: Date): Cents {
  if (nextPrice === null || nextPriceFrom === null) return price;
  return nextPrice < price || nextPriceFrom <= dueAt ? nextPrice : price;
}

/** First date of the next renewal, before its retries. */
export const getDueDate = ({ expiredAt, nextRecurringDate }: Pick<Running, 'expiredAt' | 'nextRecurringDate'>) =>
  expiredAt ? getRenewalDate(expiredAt) : nextRecurringDate;

/** Columns that announce a price, replacing an earlier announcement. */
export function planPrice(
  { price }: Pick<PriceTerms, 'price'>,
  newPrice: Cents,
  { now, noticeDays }: { now: Date; noticeDays: number },
): Pick<PriceTerms, 'nextPrice' | 'nextPriceFrom'> {
  if (newPrice === price) return { nextPrice: null, nextPriceFrom: null };
  const notice = newPrice > price ? noticeDays * DAY_MS : 0;
  return { nextPrice: newPrice, nextPriceFrom: new Date(now.getTime() + notice) };
}

/** Columns after a paid period: an announced price that was paid becomes the price, another one stays announced. */
export function getPriceAfter(before: PriceTerms | null, paid: { price: Cents; isRenewal: boolean }): PriceTerms {
  const waits = paid.isRenewal && before !== null && before.nextPrice !== paid.price;
  const { nextPrice, nextPriceFrom } = waits ? before : { nextPrice: null, nextPriceFrom: null };
  return { price: paid.price, nextPrice, nextPriceFrom };
}

/** Future renewals, as if each were paid on its date. Endless, unless it does not renew. */
export function* listRenewals(row: Running, { months }: { months: number }): Generator<{ date: Date; price: Cents }> {
  let { startRecurringDate, expiredAt, nextRecurringDate: date } = row;
  while (date) {
    yield { date, price: getRenewalPrice(row, getDueDate({ expiredAt, nextRecurringDate: date }) ?? date) };
    const period = nextPeriod({ startRecurringDate, expiredAt, isRecurring: true }, { now: date, months });
    ({ startRecurringDate, expiredAt, nextRecurringDate: date } = period);
  }
}

/** The announced price and the first renewal at that price; null without one. */
export function findPriceChange(row: Running, { months }: { months: number }): { price: Cents; from: Date } | null {
  if (row.nextPrice === null || row.nextPriceFrom === null) return null;
  for (const { date, price } of listRenewals(row, { months }))
    if (price === row.nextPrice) return { price, from: date };
  return null;
}
