import { ageOn } from '@contract/base/age';
import { inCoins, toCents } from '@contract/base/money';
import { isPerformer, type Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';

/** Creators alone manage their page, prices and payouts. */
export const canManagePerformer = (actor: Actor, performerId: string): boolean =>
  isPerformer(actor) && actor.id === performerId;

/**
 * Rejects a date of birth below the site's minimum age. `assertOfAge` requires one before the creator is approved.
 *
 * @param dateOfBirth absent or empty when it was not given.
 * @throws AppError UNDER_AGE
 */
export function assertNotUnderAge(
  dateOfBirth: string | null | undefined,
  { minimumAge }: Pick<SiteSettings, 'minimumAge'>,
  now: Date,
): void {
  if (!dateOfBirth || ageOn(dateOfBirth, now) >= minimumAge) return;
  throw new AppError('UNDER_AGE', { message: `Creators here are ${minimumAge} or older.` });
}

/**
 * Stops an operator from approving a creator who is too young or has given no date of birth.
 *
 * @throws AppError UNDER_AGE in an operator's words
 */
export function assertOfAge(
  dateOfBirth: string | null,
  { minimumAge }: Pick<SiteSettings, 'minimumAge'>,
  now: Date,
): void {
  if (minimumAge === 0) return;
  if (dateOfBirth === null) {
    throw new AppError('UNDER_AGE', {
      message: 'They have not given a date of birth. Reject with that as the reason.',
    });
  }
  if (ageOn(dateOfBirth, now) < minimumAge) {
    throw new AppError('UNDER_AGE', {
      message: `They were born on ${dateOfBirth}: creators here are ${minimumAge} or older.`,
    });
  }
}

/**
 * Stops a creator from changing the date of birth that was checked with their documents. Compatible clients send it
 * with every save, so the same one passes.
 *
 * @param dateOfBirth absent where it stays.
 * @throws AppError BIRTH_DATE_FIXED
 */
export function assertBirthDateStays(
  dateOfBirth: string | null | undefined,
  stored: { verifiedDocument: boolean; dateOfBirth: string | null },
): void {
  if (dateOfBirth === undefined || !stored.verifiedDocument || stored.dateOfBirth === null) return;
  if (dateOfBirth !== stored.dateOfBirth) throw new AppError('BIRTH_DATE_FIXED');
}

/** Until a creator says otherwise; counted in coins, and kept inside the site's bounds. Decision. */
const MONTHLY = 9.99;
const YEARLY = 99.99;

type Bounds = Pick<SiteSettings, 'minimumSubscriptionPrice' | 'maximumSubscriptionPrice'>;

/**
 * Prices in dollars; the creator's own, inside the site's bounds. Decisions 1.
 *
 * @throws AppError PRICE_OUT_OF_BOUNDS that names the bounds.
 */
export function assertPrices(prices: readonly (number | undefined)[], bounds: Bounds): void {
  const { minimumSubscriptionPrice: least, maximumSubscriptionPrice: most } = bounds;
  if (prices.every((price) => price === undefined || (price >= least && price <= most))) return;
  throw new AppError('PRICE_OUT_OF_BOUNDS', { message: `A subscription costs between ${least} and ${most}.` });
}

/** Subscription prices of a new creator, in cents. */
export function defaultPrices({ minimumSubscriptionPrice, maximumSubscriptionPrice }: Bounds) {
  const clamp = (price: number) =>
    toCents(Math.min(Math.max(price, minimumSubscriptionPrice), maximumSubscriptionPrice));
  return { monthlyPrice: clamp(inCoins(MONTHLY)), yearlyPrice: clamp(inCoins(YEARLY)) };
}
