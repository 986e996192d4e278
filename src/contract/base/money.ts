import { getCoin, getSiteCurrency } from './currency';

/** Money inside the server: whole hundredths of the site's unit, called cents. The brand keeps majors from being passed by mistake. */
export type Cents = number & { readonly __unit: 'cents' };

/** Marks a whole number as cents. @throws RangeError when it is not a safe whole number. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return value as Cents;
}

/**
 * The one door from the wire's major units into cents.
 *
 * @param dollars whole coins of the site's currency, as `9.99`.
 * @throws RangeError when there are no coins for it, or it is not finite.
 */
export function toCents(dollars: number): Cents {
  const value = Math.round(dollars * 100);
  if (!Number.isSafeInteger(value) || value % getCoin() !== 0 || Math.abs(value / 100 - dollars) > 1e-9) {
    throw new RangeError(`not an amount of money: ${dollars}`);
  }
  return value as Cents;
}

/** The one door out: cents as the wire's major units, `999` → `9.99`. */
export function fromCents(value: Cents): number {
  return value / 100;
}

/** An amount in major units, rounded to whole coins: `0.1 + 0.2` → `0.3`. For sums that are shown, never booked. */
export function roundDollars(dollars: number): number {
  const coins = 10 ** getSiteCurrency().exponent;
  return Math.round(dollars * coins) / coins;
}

/**
 * A built-in amount, in major units of the site. It counts coins, so that one number suits all currencies: 2.95 is $2.95, and ¥295.
 */
export const inCoins = (dollars: number): number => roundDollars(dollars * getCoin());

/** The largest amount that is taken, in major units. */
export const getMaxAmount = (): number => inCoins(1_000_000);

/** An amount in major units as fields and machines write it: `8.50`, and `500` where there are no smaller coins. */
export const toAmountText = (dollars: number): string => dollars.toFixed(getSiteCurrency().exponent);

/** A computed sum in hundredths, rounded half up to whole coins. */
export function roundToCoin(hundredths: number): Cents {
  return cents(Math.round(hundredths / getCoin()) * getCoin());
}

/** The same, rounded down. */
export function floorToCoin(hundredths: number): Cents {
  return cents(Math.floor(hundredths / getCoin()) * getCoin());
}

/** Fractions are counted in millionths: the product of a sum and 0.29, as machines keep it, is a little under its half cents. */
const MILLION = 1_000_000;

/**
 * A fraction of a sum, such as a tax, a discount or a commission: rounded half up to whole coins, never more than the sum.
 *
 * @param fraction 0..1, at most six decimals.
 */
export function getShare(sum: Cents, fraction: number): Cents {
  const millionths = sum * Math.round(fraction * MILLION);
  const unit = getCoin() * MILLION;
  return cents(Math.min(sum, Math.floor((millionths + unit / 2) / unit) * getCoin()));
}

/**
 * Splits a gross sum into the platform's share and the creator's, so that both add up to the gross exactly.
 *
 * @param commission fraction 0..1
 */
export function splitCommission(gross: Cents, commission: number): { net: Cents; commission: Cents } {
  const share = getShare(gross, commission);
  return { net: cents(gross - share), commission: share };
}
