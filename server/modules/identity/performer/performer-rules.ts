import { ageOn } from '@contract/base/age';
import { findAccountNumberFault } from '@contract/base/account-number';
import { findOtherIbanCountry } from '@contract/base/iban';
import { inCoins, toCents } from '@contract/base/money';
import { getYearlyBounds, type SubscriptionBounds } from '@contract/money/subscription-bounds';
import { isPerformer, type Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';

export const canManagePerformer = (actor: Actor, performerId: string): boolean =>
  isPerformer(actor) && actor.id === performerId;

/** Accepts a missing date, which `assertOfAge` requires before the approval. @throws AppError UNDER_AGE */
export function assertNotUnderAge(
  dateOfBirth: string | null | undefined,
  { minimumAge }: Pick<SiteSettings, 'minimumAge'>,
  now: Date,
): void {
  if (!dateOfBirth || ageOn(dateOfBirth, now) >= minimumAge) return;
  throw new AppError('UNDER_AGE', { message: `Creators here are ${minimumAge} or older.` });
}

/** @throws AppError UNDER_AGE with a message for operators, also if there is no date of birth */
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

/** Compatible clients send the date of birth with every save, so the same date passes. @throws AppError BIRTH_DATE_FIXED */
export function assertBirthDateStays(
  dateOfBirth: string | null | undefined,
  stored: { verifiedDocument: boolean; dateOfBirth: string | null },
): void {
  if (dateOfBirth === undefined || !stored.verifiedDocument || stored.dateOfBirth === null) return;
  if (dateOfBirth !== stored.dateOfBirth) throw new AppError('BIRTH_DATE_FIXED');
}

/** Default prices in dollars, clamped to the site's bounds. */
const DEFAULT_MONTHLY_DOLLARS = 9.99;
const DEFAULT_YEARLY_DOLLARS = 99.99;

/** Decisions 1. @param prices in dollars @throws AppError PRICE_OUT_OF_BOUNDS with the bounds in its message */
export function assertPrices(
  { monthlyPrice, yearlyPrice }: { monthlyPrice?: number | undefined; yearlyPrice?: number | undefined },
  bounds: SubscriptionBounds,
): void {
  assertPrice('A monthly subscription', monthlyPrice, bounds);
  assertPrice('A yearly subscription', yearlyPrice, getYearlyBounds(bounds));
}

function assertPrice(
  name: string,
  price: number | undefined,
  { minimumSubscriptionPrice: min, maximumSubscriptionPrice: max }: SubscriptionBounds,
): void {
  if (price === undefined || (price >= min && price <= max)) return;
  throw new AppError('PRICE_OUT_OF_BOUNDS', { message: `${name} costs between ${min} and ${max}.` });
}

export function defaultPrices(bounds: SubscriptionBounds) {
  return {
    monthlyPrice: clampPrice(DEFAULT_MONTHLY_DOLLARS, bounds),
    yearlyPrice: clampPrice(DEFAULT_YEARLY_DOLLARS, getYearlyBounds(bounds)),
  };
}

const clampPrice = (
  dollars: number,
  { minimumSubscriptionPrice: min, maximumSubscriptionPrice: max }: SubscriptionBounds,
) => toCents(Math.min(Math.max(inCoins(dollars), min), max));

/** @throws AppError VALIDATION_FAILED for what cannot be an account number, and for an IBAN of another country than the bank */
export function assertBankAccount({
  bankAccount,
  country,
}: {
  bankAccount: string;
  country?: string | null | undefined;
}): void {
  const other = findOtherIbanCountry(bankAccount, country ?? '');
  if (other !== null) refuse(`country: The IBAN begins with ${other}, so its bank is in another country.`);
  const fault = findAccountNumberFault(bankAccount, country ?? '');
  if (fault !== undefined) refuse(`bankAccount: ${fault}`);
}

function refuse(message: string): never {
  throw new AppError('VALIDATION_FAILED', { extra: { message: [message] } });
}
