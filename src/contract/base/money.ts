import { getCoin, getSiteCurrency } from './currency';

/**
 * Money inside the server: whole hundredths of the site's unit, called cents. The brand prevents mixing them with major units.
 */
export type Cents = number & { readonly __unit: 'cents' };

/** @throws RangeError for anything but a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return value as Cents;
}

/**
 * The only conversion from the wire's major units to cents.
 *
 * @param dollars an amount that the site's coins can make up, such as `9.99`.
 * @throws RangeError if it has fractions of a coin, or is not finite.
 */
export function toCents(dollars: number): Cents {
  const value = Math.round(dollars * 100);
  if (!Number.isSafeInteger(value) || value % getCoin() !== 0 || Math.abs(value / 100 - dollars) > 1e-9) {
    throw new RangeError(`not an amount of money: ${dollars}`);
  }
  return value as Cents;
}

/** The only conversion from cents to the wire's major units: `999` → `9.99`. */
export function fromCents(value: Cents): number {
  return value / 100;
}

/** An amount in major units, rounded to whole coins: `0.1 + 0.2` → `0.3`. For display only, never for the ledger. */
export function roundDollars(dollars: number): number {
  const coins = 10 ** getSiteCurrency().exponent;
  return Math.round(dollars * coins) / coins;
}

/** Converts a built-in amount, which counts hundreds of coins so that it fits all currencies: 2.95 is $2.95 and ¥295. */
export const inCoins = (dollars: number): number => roundDollars(dollars * getCoin());

/** Maximum amount in a request, in major units. */
export const getMaxAmount = (): number => inCoins(1_000_000);

/** Plain text for form fields and machines: `8.50`, or `500` in a currency without decimals. */
export const toAmountText = (dollars: number): string => dollars.toFixed(getSiteCurrency().exponent);

/** Rounded half up to whole coins. */
export function roundToCoin(hundredths: number): Cents {
  return cents(Math.round(hundredths / getCoin()) * getCoin());
}

export function floorToCoin(hundredths: number): Cents {
  return cents(Math.floor(hundredths / getCoin()) * getCoin());
}

/** Fractions become whole millionths: a floating-point product such as an amount times 0.29 can fall just below half a cent. */
const MILLION = 1_000_000;

/**
 * A fraction of a sum, such as tax, discount or commission: rounded half up to whole coins, and never more than the sum.
 *
 * @param fraction 0..1, at most six decimals.
 */
export function getShare(sum: Cents, fraction: number): Cents {
  const millionths = sum * Math.round(fraction * MILLION);
  const unit = getCoin() * MILLION;
  return cents(Math.min(sum, Math.floor((millionths + unit / 2) / unit) * getCoin()));
}

/**
 * Splits a gross sum into the shares of platform and creator, which add up to it exactly.
 *
 * @param commission fraction 0..1.
 */
export function splitCommission(gross: Cents, commission: number): { net: Cents; commission: Cents } {
  const share = getShare(gross, commission);
  return { net: cents(gross - share), commission: share };
}
