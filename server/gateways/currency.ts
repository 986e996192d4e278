import { getSiteCurrency, HUNDREDTHS, type Currency } from '@contract/base/currency';
import { cents, type Cents } from '@contract/base/money';

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

/** For sandboxes, which count as we do, and refuse what a real gateway refuses. @throws RangeError as {@link toMinorUnits} */
export const assertPayable = (amount: Cents): void => void toMinorUnits(amount, getSiteCurrency());

/** Exact for whole results, which a product with a fraction is not. */
const shiftPoint = (amount: number, digits: number): number =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
