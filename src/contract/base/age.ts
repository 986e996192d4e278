/**
 * Whole years between a date of birth and a moment, both as calendars in UTC say. Who is born on 29 February is a year
 * older on 1 March.
 *
 * @param day `YYYY-MM-DD`, or an ISO date-time that begins so.
 */
export function ageOn(day: string, now: Date): number {
  const [year = 0, month = 0, date = 0] = day.slice(0, 10).split('-').map(Number);
  const isBefore = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < date);
  return now.getUTCFullYear() - year - (isBefore ? 1 : 0);
}

/** The last day on which somebody may be born to be that old, as `YYYY-MM-DD`: the bound of a date field. */
export function lastBirthday(age: number, now: Date): string {
  const year = now.getUTCFullYear() - age;
  const day = now.toISOString().slice(4, 10);
  // A day that year did not have.
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return `${String(year).padStart(4, '0')}${day === '-02-29' && !isLeap ? '-02-28' : day}`;
}
