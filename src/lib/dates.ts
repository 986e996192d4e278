import { dateFormatter } from './formatters';
import { toDateOrNull } from './known';
import { pluralise } from './format-count';

/** British date formats, not from `Intl`, which is slow on phones and differs between browsers. */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment as sent by a backend; a missing or invalid one is formatted as an empty text. */
type Moment = string | number | Date | null | undefined;

/** Stands for the browser's time zone. The server does not know it, so pages show UTC until hydration (`useZone`). */
export const VIEWER_TIME_ZONE: string | undefined = undefined;

/** Browser only. */
export const getTimeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

interface DateOptions {
  now?: number;
  /** IANA zone; undefined for the browser's. Required: a moment's day depends on the zone, and calendar days need UTC. */
  timeZone: string | undefined;
}

/**
 * `just now`, `26 minutes ago`, `5 hours ago`, `yesterday`, `Thursday` (this week), `12 November`, `12 November 2024`.
 *
 * @param options `short`, for narrow lists: `26 min`, `5 h`, `yesterday`, `Thu`, `12 Nov`, `12 Nov 2024`
 */
export function formatRelative(
  value: Moment,
  { now = Date.now(), timeZone, short = false }: DateOptions & { short?: boolean },
): string {
  const date = toDateOrNull(value);
  if (!date) return '';
  const age = now - date.getTime();
  // Clocks differ slightly, so up to a minute in the future also counts as now.
  if (Math.abs(age) < MINUTE) return short ? 'now' : 'just now';
  if (age >= 0 && age < HOUR) {
    const minutes = Math.floor(age / MINUTE);
    return short ? `${minutes} min` : `${pluralise(minutes, 'minute')} ago`;
  }
  const { day, weekday } = getClock(date, timeZone);
  const days = getClock(now, timeZone).day - day;
  if (age >= 0 && (days === 0 || age < 6 * HOUR)) {
    const hours = Math.floor(age / HOUR);
    return short ? `${hours} h` : `${pluralise(hours, 'hour')} ago`;
  }
  if (days === 1) return 'yesterday';
  if (days > 1 && days < 7) return short ? weekday.slice(0, 3) : weekday;
  return formatDay(date, { now, timeZone, month: short ? 'short' : 'long' });
}

/** For hover, focus and `title`: `Saturday 21 November 2026 at 09:14`. */
export function formatFull(value: Moment, { timeZone }: DateOptions): string {
  const date = toDateOrNull(value);
  if (!date) return '';
  const { weekday, dayOfMonth, month, year, time } = getClock(date, timeZone);
  return `${weekday} ${dayOfMonth} ${months[month]} ${year} at ${time}`;
}

export function formatMonth(value: Moment, { timeZone }: DateOptions): string {
  const date = toDateOrNull(value);
  return date ? (months[getClock(date, timeZone).month] ?? '') : '';
}

/** `21 December`, with the year unless it is the current one. */
export function formatDay(
  value: Moment,
  { now = Date.now(), timeZone, month = 'long' }: DateOptions & { month?: 'long' | 'short' },
): string {
  const date = toDateOrNull(value);
  if (!date) return '';
  const clock = getClock(date, timeZone);
  const day = `${clock.dayOfMonth} ${(month === 'long' ? months : shortMonths)[clock.month]}`;
  return clock.year === getClock(now, timeZone).year ? day : `${day} ${clock.year}`;
}

/** `Today`, `Yesterday`, else as `formatDay`. */
export function formatDayName(value: Moment, options: DateOptions): string {
  const { now = Date.now(), timeZone } = options;
  const date = toDateOrNull(value);
  if (!date) return '';
  const days = getClock(now, timeZone).day - getClock(date, timeZone).day;
  if (days !== 0 && days !== 1) return formatDay(value, options);
  return days === 0 ? 'Today' : 'Yesterday';
}

export function formatTime(value: Moment, { timeZone }: DateOptions): string {
  const date = toDateOrNull(value);
  return date ? getClock(date, timeZone).time : '';
}

interface ClockFace {
  year: number;
  /** 0 is January. */
  month: number;
  dayOfMonth: number;
  weekday: string;
  /** Days since 1970. */
  day: number;
  time: string;
}

function getClock(moment: Date | number, timeZone: string | undefined): ClockFace {
  const [year, month, dayOfMonth, hour, minute] = toDigits(new Date(moment), timeZone);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month, dayOfMonth);
  return {
    year,
    month,
    dayOfMonth,
    weekday: weekdays[midnight.getUTCDay()] ?? '',
    day: Math.round(midnight.getTime() / DAY),
    time: `${twoDigits(hour)}:${twoDigits(minute)}`,
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

type Digits = readonly [year: number, month: number, dayOfMonth: number, hour: number, minute: number];

/** Uses `Intl` only for zones other than the browser's and UTC. */
function toDigits(date: Date, timeZone: string | undefined): Digits {
  if (timeZone === undefined) {
    return [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()];
  }
  if (timeZone !== 'UTC') return toDigits(toZonedDate(date, timeZone), 'UTC');
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()];
}

/** Shifts a date so that its UTC fields show the time in the zone. */
function toZonedDate(date: Date, timeZone: string): Date {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const parts = dateFormatter('en-CA', { ...digits, hourCycle: 'h23', timeZone }).formatToParts(date);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute')));
}
