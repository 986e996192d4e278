import { HUNDREDTHS, type Currency } from './currency';
import { cents, type Cents } from './money';

/** An amount in the currency's smallest unit, as gateways count. @throws RangeError when the currency has no such coins */
export function toMinorUnits(amount: Cents, { code, exponent }: Currency): number {
  const units = shiftPoint(amount, exponent - HUNDREDTHS);
  if (!Number.isInteger(units)) throw new RangeError(`${amount} hundredths of ${code} cannot be paid: no coins for it`);
  return units;
}

/** @param units of the currency's smallest coin. @throws RangeError for parts of a hundredth, which the ledger cannot hold */
export function fromMinorUnits(units: number, { exponent }: Currency): Cents {
  return cents(shiftPoint(units, HUNDREDTHS - exponent));
}

/** Exact for whole results, which a product with a fraction is not. */
const shiftPoint = (amount: number, digits: number): number =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;

/**
 * Currencies that Stripe counts in whole units. It counts all others of two decimals or fewer in hundredths, also some that have no
 * smaller coins any more, such as the Icelandic króna. docs.stripe.com/currencies
 */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** How many digits behind the point an amount has at Stripe, which are not always those of the coins. */
export const toStripeCurrency = ({ code }: Currency): Currency => ({ code, exponent: WHOLE_UNITS.has(code) ? 0 : 2 });
