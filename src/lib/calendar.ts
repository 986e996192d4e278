import { dateFormatter } from './formatters';

// Days are texts such as `2026-11-21`, months `2026-11`, without time or zone. Their text order is their order in time.

const DAY_MS = 86_400_000;

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

export const getMonth = (day: string): string => day.slice(0, 7);

export const addDays = (day: string, count: number): string => toDay(new Date(toDate(day).getTime() + count * DAY_MS));

export function addMonths(month: string, count: number): string {
  const date = toDate(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return getMonth(toDay(date));
}

/** 0 is Monday, unlike `getUTCDay`. */
export const getWeekday = (day: string): number => (toDate(day).getUTCDay() + 6) % 7;

/** Clamps to the last day of the month: 31 January to 28 February. */
export function moveMonths(day: string, count: number): string {
  const month = addMonths(getMonth(day), count);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** Weeks from Monday to Sunday; null for days of other months. */
export function getWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const weeks: (string | null)[][] = [];
  for (let start = addDays(first, -getWeekday(first)); getMonth(start) <= month; start = addDays(start, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(start, index));
    weeks.push(week.map((day) => (getMonth(day) === month ? day : null)));
  }
  return weeks;
}

export const formatMonth = (month: string): string => format(`${month}-01`, { month: 'long', year: 'numeric' });

export const formatLongDay = (day: string): string =>
  // Two separate formats, because browsers differ in whether a comma follows the weekday.
  `${format(day, { weekday: 'long' })} ${format(day, { day: 'numeric', month: 'long', year: 'numeric' })}`;

export const formatShortDay = (day: string): string => format(day, { day: 'numeric', month: 'short', year: 'numeric' });

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormatter('en-GB', { ...options, timeZone: 'UTC' }).format(toDate(day));

/** `2026-11-21T18:00` in local time, as datetime inputs require. */
export function toLocalTime(value: string | number | Date): string {
  const date = new Date(value);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
