/** For unknown values: a zero would be a statement. */
export const UNKNOWN_TEXT = '—';

/** A number that is one: an absent or broken value never reaches a screen as `NaN`. */
export const isFiniteNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Null for a missing or invalid date. */
export function toDateOrNull(value: string | number | Date | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
