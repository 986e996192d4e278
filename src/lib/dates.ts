import { dateFormatter, relativeTimeFormatter } from './formatters';
import { knownDate } from './known';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What comes from a backend: a date that is absent, or none, is told as an empty text and never as `Invalid Date`. */
type Moment = string | number | Date | null | undefined;

/** Of whoever reads: only their browser knows it, so that a page from the server says UTC until it has come alive (`useZone`). */
export const readersZone: string | undefined = undefined;

interface DateOptions {
  /** Milliseconds since 1970 that count as now. */
  now?: number;
  locale?: string;
  /** IANA zone. Never left out: a moment has another day elsewhere, and a day that is meant as one has not. */
  timeZone: string | undefined;
}

/**
 * When something happened, as short as stays clear: `just now`, `26 minutes ago`, `5 hours ago`, `yesterday`,
 * `Thursday` (this week), `12 November`, `12 November 2024`.
 *
 * @param options `short` for narrow lists: `26 min`, `5 h`, `yesterday`, `Thu`, `12 Nov`, `12 Nov 2024`.
 */
export function formatRelative(
  value: Moment,
  { now = Date.now(), locale = 'en-GB', timeZone, short = false }: DateOptions & { short?: boolean },
): string {
  const date = knownDate(value);
  if (!date) return '';
  const age = now - date.getTime();
  const relative = relativeTimeFormatter(locale, { numeric: 'auto' });
  // Clocks differ a little: what happened in the next minute happened now.
  if (Math.abs(age) < MINUTE) return short ? 'now' : 'just now';
  if (age >= 0 && age < HOUR) {
    const minutes = Math.floor(age / MINUTE);
    return short ? `${minutes} min` : relative.format(-minutes, 'minute');
  }
  const days = dayNumber(now, timeZone) - dayNumber(date.getTime(), timeZone);
  if (age >= 0 && (days === 0 || age < 6 * HOUR)) {
    const hours = Math.floor(age / HOUR);
    return short ? `${hours} h` : relative.format(-hours, 'hour');
  }
  if (days === 1) return relative.format(-1, 'day');
  const length = short ? 'short' : 'long';
  if (days > 1 && days < 7) return dateFormatter(locale, { weekday: length, timeZone }).format(date);
  return formatDay(date, { now, locale, timeZone, month: length });
}

/** The whole moment, for hover, focus and `title`: `Saturday 21 November 2026 at 09:14`. */
export function formatFull(value: Moment, { locale = 'en-GB', timeZone }: DateOptions): string {
  const date = knownDate(value);
  return date ? dateFormatter(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(date) : '';
}

/** A day: `21 December`, with the year when it is another one. */
export function formatDay(
  value: Moment,
  { now = Date.now(), locale = 'en-GB', timeZone, month = 'long' }: DateOptions & { month?: 'long' | 'short' },
): string {
  const date = knownDate(value);
  if (!date) return '';
  const year = dateFormatter(locale, { year: 'numeric', timeZone });
  const sameYear = year.format(date) === year.format(now);
  return dateFormatter(locale, {
    day: 'numeric',
    month,
    year: sameYear ? undefined : 'numeric',
    timeZone,
  }).format(date);
}

/** A day as people name it: `Today`, `Yesterday`, else as `formatDay`. */
export function formatDayName(value: Moment, options: DateOptions): string {
  const { now = Date.now(), locale = 'en-GB', timeZone } = options;
  const date = knownDate(value);
  if (!date) return '';
  const days = dayNumber(now, timeZone) - dayNumber(date.getTime(), timeZone);
  if (days !== 0 && days !== 1) return formatDay(value, options);
  const name = relativeTimeFormatter(locale, { numeric: 'auto' }).format(-days, 'day');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The time of day: `09:14`. */
export function formatTime(value: Moment, { locale = 'en-GB', timeZone }: DateOptions): string {
  const date = knownDate(value);
  return date ? dateFormatter(locale, { timeStyle: 'short', timeZone }).format(date) : '';
}

/** Calendar days since 1970 in that zone. */
function dayNumber(time: number, timeZone: string | undefined): number {
  const parts = dateFormatter('en-CA', { timeZone }).format(time);
  return Math.round(Date.parse(`${parts}T00:00:00Z`) / DAY);
}
