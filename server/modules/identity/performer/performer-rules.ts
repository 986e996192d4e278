import { ageOn } from '@contract/base/age';
import { inCoins, toCents } from '@contract/base/money';
import { isPerformer, type Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';

export const canManagePerformer = (actor: Actor, performerId: string): boolean =>
  isPerformer(actor) && actor.id === performerId;

/**
 * `assertOfAge` requires a date of birth before the creator is approved; here it can be missing.
 *
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
 * Prevents an operator from approving a creator who is too young or has given no date of birth.
 *
 * @throws AppError UNDER_AGE with a message for operators
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
 * Prevents a change of the date of birth that was checked against the documents. Compatible clients send it with every save,
 * so the same date passes.
 *
 * @param dateOfBirth absent if unchanged
 * @throws AppError BIRTH_DATE_FIXED
 */
export function assertBirthDateStays(
  dateOfBirth: string | null | undefined,
  stored: { verifiedDocument: boolean; dateOfBirth: string | null },
): void {
  if (dateOfBirth === undefined || !stored.verifiedDocument || stored.dateOfBirth === null) return;
  if (dateOfBirth !== stored.dateOfBirth) throw new AppError('BIRTH_DATE_FIXED');
}

/** Default prices in dollars, clamped to the site's bounds. */
const MONTHLY = 9.99;
const YEARLY = 99.99;

type Bounds = Pick<SiteSettings, 'minimumSubscriptionPrice' | 'maximumSubscriptionPrice'>;

/** Decisions 1. @param prices in dollars @throws AppError PRICE_OUT_OF_BOUNDS with the bounds in its message */
export function assertPrices(prices: readonly (number | undefined)[], bounds: Bounds): void {
  const { minimumSubscriptionPrice: least, maximumSubscriptionPrice: most } = bounds;
  if (prices.every((price) => price === undefined || (price >= least && price <= most))) return;
  throw new AppError('PRICE_OUT_OF_BOUNDS', { message: `A subscription costs between ${least} and ${most}.` });
}

/** In cents. */
export function defaultPrices({ minimumSubscriptionPrice, maximumSubscriptionPrice }: Bounds) {
  const clamp = (price: number) =>
    toCents(Math.min(Math.max(price, minimumSubscriptionPrice), maximumSubscriptionPrice));
  return { monthlyPrice: clamp(inCoins(MONTHLY)), yearlyPrice: clamp(inCoins(YEARLY)) };
}
