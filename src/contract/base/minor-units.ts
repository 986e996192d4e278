import { HUNDREDTHS, type Currency } from './currency';
import { cents, type Cents } from './money';

/** In the currency's smallest unit, as gateways count. @throws RangeError if that is not a whole number. */
export function toMinorUnits(amount: Cents, { code, exponent }: Currency): number {
  const units = shiftPoint(amount, exponent - HUNDREDTHS);
  if (!Number.isInteger(units)) throw new RangeError(`${amount} hundredths of ${code} cannot be paid: no coins for it`);
  return units;
}

/** @param units of the smallest coin. @throws RangeError for fractions of a hundredth, which the ledger cannot hold. */
export function fromMinorUnits(units: number, { exponent }: Currency): Cents {
  return cents(shiftPoint(units, HUNDREDTHS - exponent));
}

/** Exact for integer results, unlike a multiplication by a fraction. */
const shiftPoint = (amount: number, digits: number): number =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;

/**
 * Currencies that Stripe counts in whole units. It counts all others with up to two decimals in hundredths, even some without
 * smaller coins, such as the Icelandic króna. docs.stripe.com/currencies
 */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** Stripe's decimal digits, which can differ from those of the coins. */
export const toStripeCurrency = ({ code }: Currency): Currency => ({ code, exponent: WHOLE_UNITS.has(code) ? 0 : 2 });
