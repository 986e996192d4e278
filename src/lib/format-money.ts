import { getSiteCurrency } from '@contract/base/currency';
import { numberFormatter } from './formatters';
import { groupThousands } from './format-count';
import { isFiniteNumber, UNKNOWN_TEXT } from './known';

interface MoneyOptions {
  /** ISO 4217 code; the site's unless told. */
  currency?: string;
  /** `$50` instead of `$50.00`: for round suggestions, never for a sum somebody pays. */
  dropZeros?: boolean;
}

/**
 * A sum as people read it, such as `$8.50`.
 *
 * @param amount in major units, as on the wire; a dash stands for one that nobody knows. Minus is the typographic one.
 */
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

/** Without `Intl`, which is slow: most amounts are dollars. */
function formatDollars(cents: number, dropZeros: boolean): string {
  const rest = cents % 100;
  const whole = groupThousands((cents - rest) / 100);
  return dropZeros && rest === 0 ? `$${whole}` : `$${whole}.${String(rest).padStart(2, '0')}`;
}

/** What a sum may be: `$1.00 to $400.00.`, or `Up to $400.00.` where nobody names a least one. In major units. */
export const describeRange = (least = 0, most: number): string =>
  least > 0 ? `${formatMoney(least)} to ${formatMoney(most)}.` : `Up to ${formatMoney(most)}.`;

/** A change of a balance: `+$50.00`, `−$3.00`. */
export const formatSigned = (amount: number | null | undefined): string =>
  `${isFiniteNumber(amount) && amount > 0 ? '+' : ''}${formatMoney(amount)}`;

/** The sign of the site's currency, such as `$`. */
export function getCurrencySign(): string {
  const { code } = getSiteCurrency();
  if (code === 'USD') return '$';
  const parts = numberFormatter('en-US', { style: 'currency', currency: code }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? code;
}

/** Whether amounts of the site's currency have decimals. */
export const hasSmallCoins = (): boolean => getSiteCurrency().exponent > 0;
