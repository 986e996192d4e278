import { roundDollars } from '@contract/base/money';
import { compareText } from '@/lib/compare';
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
  /** Null where the backend does not say. */
  price: number | null;
}

/**
 * What is charged next, soonest first, and the sum of the coming month; null where a part of it is not known. ux.md WA-4.
 *
 * @param now milliseconds since 1970.
 */
export function upcomingOf(
  views: readonly SubscriptionView[],
  now: number,
): { charges: UpcomingCharge[]; monthSum: number | null } {
  const charges = views.flatMap(({ phase, renewsOn, price, name, performer }): UpcomingCharge[] =>
    (phase === 'renewing' || phase === 'late') && renewsOn && price !== 0
      ? [{ name, username: performer?.username ?? null, date: renewsOn, price: price ?? null }]
      : [],
  );
  charges.sort((a, b) => compareText(a.date, b.date));
  const soon = charges.filter(({ date }) => Date.parse(date) <= now + monthMs);
  const isKnown = soon.every(({ price }) => price !== null);
  return { charges, monthSum: isKnown ? roundDollars(soon.reduce((sum, { price }) => sum + (price ?? 0), 0)) : null };
}
