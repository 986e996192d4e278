import { numberFormatter } from './formatters';
import { isFiniteNumber, UNKNOWN_TEXT } from './known';

export function formatCount(value: number | null | undefined): string {
  if (!isFiniteNumber(value)) return UNKNOWN_TEXT;
  return Number.isSafeInteger(value) ? groupThousands(value) : numberFormatter('en-US', {}).format(value);
}

/** `1,840`. Avoids `Intl`, whose first formatter is slow on phones. */
export const groupThousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

const MAX_EXACT_COUNT = 99_999;

/** For narrow places: `1,840`, `124K`, `1.2M`. */
export function formatShortCount(value: number | null | undefined): string {
  if (!isFiniteNumber(value) || value <= MAX_EXACT_COUNT) return formatCount(value);
  return numberFormatter('en-US', { notation: 'compact', maximumFractionDigits: value < 1_000_000 ? 0 : 1 }).format(
    value,
  );
}

export function pluralise(count: number | null | undefined, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `2 × A print`, or the name alone for a quantity of one. */
export const nameQuantity = (quantity: number, name: string): string => (quantity > 1 ? `${quantity} × ${name}` : name);
