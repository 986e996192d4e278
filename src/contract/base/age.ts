/**
 * Whole years from a date of birth to `now`, by the UTC calendar. In years without 29 February, a person born on that day turns
 * a year older on 1 March.
 *
 * @param day `YYYY-MM-DD`, or an ISO date-time.
 */
export function ageOn(day: string, now: Date): number {
  const [year = 0, month = 0, date = 0] = day.slice(0, 10).split('-').map(Number);
  const isBefore = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < date);
  return now.getUTCFullYear() - year - (isBefore ? 1 : 0);
}

/** The latest date of birth, as `YYYY-MM-DD`, of a person who is `age` years old `now`. The maximum of a date field. */
export function lastBirthday(age: number, now: Date): string {
  const year = now.getUTCFullYear() - age;
  const day = now.toISOString().slice(4, 10);
  // 29 February does not exist in that year.
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return `${String(year).padStart(4, '0')}${day === '-02-29' && !isLeap ? '-02-28' : day}`;
}
