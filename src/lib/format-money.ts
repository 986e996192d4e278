import { getSiteCurrency } from '@contract/base/currency';
import { numberFormatter } from './formatters';
import { groupThousands } from './format-count';
import { isFiniteNumber, UNKNOWN_TEXT } from './known';

interface MoneyOptions {
  /** ISO 4217 code; by default the site's. */
  currency?: string;
  /** `$50` instead of `$50.00`: for round amounts that we suggest, never for an amount to pay. */
  dropZeros?: boolean;
}

/** `$8.50`, or `−$3.00` with a typographic minus. @param amount in major units; if unknown, the result is a dash */
export function formatMoney(
  amount: number | null | undefined,
  { currency = getSiteCurrency().code, dropZeros = false }: MoneyOptions = {},
): string {
  if (!isFiniteNumber(amount)) return UNKNOWN_TEXT;
  const cents = Math.round(Math.abs(amount) * 100);
  if (currency === 'USD' && cents / 100 === Math.abs(amount) && Number.isSafeInteger(cents)) {
    return `${amount < 0 ? '−' : ''}${formatDollars(cents, dropZeros)}`;
  }
  const text = numberFormatter('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: dropZeros ? 'stripIfInteger' : 'auto',
  }).format(amount);
  return text.replace('-', '−');
}

/** Most amounts are dollars, and `Intl` is slow. */
function formatDollars(cents: number, dropZeros: boolean): string {
  const rest = cents % 100;
  const whole = groupThousands((cents - rest) / 100);
  return dropZeros && rest === 0 ? `$${whole}` : `$${whole}.${String(rest).padStart(2, '0')}`;
}

/** "$1.00 to $400.00.", or "Up to $400.00." without a minimum. Amounts in major units. */
export const describeRange = (least = 0, most: number): string =>
  least > 0 ? `${formatMoney(least)} to ${formatMoney(most)}.` : `Up to ${formatMoney(most)}.`;

/** `+$50.00`, `−$3.00` */
export const formatSigned = (amount: number | null | undefined): string =>
  `${isFiniteNumber(amount) && amount > 0 ? '+' : ''}${formatMoney(amount)}`;

export function getCurrencySign(): string {
  const { code } = getSiteCurrency();
  if (code === 'USD') return '$';
  const parts = numberFormatter('en-US', { style: 'currency', currency: code }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? code;
}

export const hasSmallCoins = (): boolean => getSiteCurrency().exponent > 0;
