import { cents, type Cents } from '@contract/base/money';

/** The money of the site. Ledger and contract count hundredths of its unit, whatever its own smallest coin is. */
export interface Currency {
  /** ISO 4217, in capitals. */
  code: string;
  /** Digits behind the point: 2 of USD, 0 of JPY. */
  exponent: number;
}

/** @throws RangeError when there is no such currency. */
export function readCurrency(code: string): Currency {
  const upper = code.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(upper)) throw new RangeError(`no currency: ${code}`);
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: upper,
  }).resolvedOptions();
  return { code: upper, exponent: maximumFractionDigits ?? 2 };
}

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

/** Digits behind the point in the ledger. */
const HUNDREDTHS = 2;

/** Exact for whole results, which a product with a fraction is not. */
const shiftPoint = (amount: number, digits: number): number =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
