import { numberFormatter } from './formatters';
import { isKnown, unknownText } from './known';

interface MoneyOptions {
  /** ISO 4217 code. */
  currency?: string;
  locale?: string;
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
  { currency = 'USD', locale = 'en-US', dropZeros = false }: MoneyOptions = {},
): string {
  if (!isKnown(amount)) return unknownText;
  const text = numberFormatter(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: dropZeros ? 'stripIfInteger' : 'auto',
  }).format(amount);
  return text.replace('-', '−');
}

/** A change of a balance: `+$50.00`, `−$3.00`. */
export const formatSigned = (amount: number | null | undefined): string =>
  `${isKnown(amount) && amount > 0 ? '+' : ''}${formatMoney(amount)}`;

/** The sign people put before a sum in this currency, such as `$`. */
export function currencySign(currency = 'USD', locale = 'en-US'): string {
  const parts = numberFormatter(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}
