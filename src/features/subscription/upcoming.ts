import { roundDollars } from '@contract/money';
import type { SubscriptionView } from './subscription-view';

/** Milliseconds that count as the coming month: as long as the longest. */
const monthMs = 31 * 86_400_000;

/** A charge to come. Sum in major units, before tax. */
export interface UpcomingCharge {
  name: string;
  /** The creator's page name; null for the site's own. */
  username: string | null;
  /** ISO text. */
  date: string;
  price: number;
}

/**
 * What is charged next, soonest first, and the sum of the coming month. ux.md WA-4.
 *
 * @param now milliseconds since 1970.
 */
export function upcomingOf(
  views: readonly SubscriptionView[],
  now: number,
): { charges: UpcomingCharge[]; monthSum: number } {
  const charges = views.flatMap(({ phase, renewsOn, price, name, performer }): UpcomingCharge[] =>
    (phase === 'renewing' || phase === 'late') && renewsOn && price
      ? [{ name, username: performer?.username ?? null, date: renewsOn, price }]
      : [],
  );
  charges.sort((a, b) => a.date.localeCompare(b.date));
  const soon = charges.filter(({ date }) => Date.parse(date) <= now + monthMs);
  return { charges, monthSum: roundDollars(soon.reduce((total, { price }) => total + price, 0)) };
}
