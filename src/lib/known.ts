/** What stands where nothing is known: never a zero, which would be a statement. */
export const unknownText = '—';

/** A number that is one: an absent or broken value never reaches a screen as `NaN`. */
export const isFiniteNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** The moment, or null where there is none or what came is no date. */
export function knownDate(value: string | number | Date | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
