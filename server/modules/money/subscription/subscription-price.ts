import type { Cents } from '@contract/base/money';
import { getRenewalDate, nextPeriod } from '@contract/money/subscription-period';
import type { Renewable } from './renewal-kind';

type PriceTerms = Pick<Renewable, 'price' | 'nextPrice' | 'nextPriceFrom'>;
type Running = PriceTerms & Pick<Renewable, 'startRecurringDate' | 'expiredAt' | 'nextRecurringDate'>;

const DAY_MS = 24 * 3600 * 1000;

/**
 * The price of a renewal. A lower price applies immediately, a higher one after its notice period. ADR 24.
 *
 * @param dueAt when the renewal is first tried. Its retries cost the same.
 */
export function getRenewalPrice({ price, nextPrice, nextPriceFrom }: PriceTerms, dueAt: Date): Cents {
  if (nextPrice === null || nextPriceFrom === null) return price;
  return nextPrice < price || nextPriceFrom <= dueAt ? nextPrice : price;
}

/** When the next renewal is first tried, before any retries. */
export const getDueDate = ({ expiredAt, nextRecurringDate }: Pick<Running, 'expiredAt' | 'nextRecurringDate'>) =>
  expiredAt ? getRenewalDate(expiredAt) : nextRecurringDate;

/** The columns of a price change that is about to be announced; they replace those of an earlier change. */
export function planPrice(
  { price }: Pick<PriceTerms, 'price'>,
  newPrice: Cents,
  { now, noticeDays }: { now: Date; noticeDays: number },
): Pick<PriceTerms, 'nextPrice' | 'nextPriceFrom'> {
  if (newPrice === price) return { nextPrice: null, nextPriceFrom: null };
  const notice = newPrice > price ? noticeDays * DAY_MS : 0;
  return { nextPrice: newPrice, nextPriceFrom: new Date(now.getTime() + notice) };
}

/** The price columns after a payment. An announced price becomes the price if it was paid, else it stays announced. */
export function getPriceAfter(before: PriceTerms | null, paid: { price: Cents; isRenewal: boolean }): PriceTerms {
  const waits = paid.isRenewal && before !== null && before.nextPrice !== paid.price;
  const { nextPrice, nextPriceFrom } = waits ? before : { nextPrice: null, nextPriceFrom: null };
  return { price: paid.price, nextPrice, nextPriceFrom };
}

/** Yields future renewals as if each were paid on its date: without end, or none if the subscription does not renew. */
export function* listRenewals(row: Running, { months }: { months: number }): Generator<{ date: Date; price: Cents }> {
  let { startRecurringDate, expiredAt, nextRecurringDate: date } = row;
  while (date) {
    yield { date, price: getRenewalPrice(row, getDueDate({ expiredAt, nextRecurringDate: date }) ?? date) };
    const period = nextPeriod({ startRecurringDate, expiredAt, isRecurring: true }, { now: date, months });
    ({ startRecurringDate, expiredAt, nextRecurringDate: date } = period);
  }
}

/** The announced price, and the date of the first renewal at that price; null if no price is announced. */
export function findPriceChange(row: Running, { months }: { months: number }): { price: Cents; from: Date } | null {
  if (row.nextPrice === null || row.nextPriceFrom === null) return null;
  for (const { date, price } of listRenewals(row, { months }))
    if (price === row.nextPrice) return { price, from: date };
  return null;
}
