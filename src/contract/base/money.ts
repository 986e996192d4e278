/** Money inside the server: whole cents. The brand keeps dollars from being passed by mistake. */
export type Cents = number & { readonly __unit: 'cents' };

/** Marks a whole number as cents. @throws RangeError when it is not a safe whole number. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return value as Cents;
}

/**
 * The one door from the wire's major units into cents.
 *
 * @param dollars at most two decimals, as `9.99`.
 * @throws RangeError when it has more decimals, or is not finite.
 */
export function toCents(dollars: number): Cents {
  const value = Math.round(dollars * 100);
  if (!Number.isSafeInteger(value) || Math.abs(value / 100 - dollars) > 1e-9) {
    throw new RangeError(`not an amount of money: ${dollars}`);
  }
  return value as Cents;
}

/** The one door out: cents as the wire's major units, `999` → `9.99`. */
export function fromCents(value: Cents): number {
  return value / 100;
}

/** An amount in major units, rounded to whole cents: `0.1 + 0.2` → `0.3`. For sums that are shown, never booked. */
export function roundDollars(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}

/** Fractions are counted in millionths: the product of a sum and 0.29, as machines keep it, is a little under its half cents. */
const MILLION = 1_000_000;

/**
 * A fraction of a sum, such as a tax, a discount or a commission: rounded half up to whole cents, never more than the sum.
 *
 * @param fraction 0..1, at most six decimals.
 */
export function getShare(sum: Cents, fraction: number): Cents {
  const millionths = sum * Math.round(fraction * MILLION);
  return cents(Math.min(sum, Math.floor((millionths + MILLION / 2) / MILLION)));
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
