import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';

/** The days that an address asks for, both included: `?from=2026-11-01&to=2026-11-21`; null when they make no sense. */
export function readDayRange(query: ParsedUrlQuery): DayRange | null {
  const range: DayRange = [readDay(query['from']), readDay(query['to'])];
  return range[0] !== '' && range[0] <= range[1] ? range : null;
}

/** `2026-11-21` if it is a day of the calendar, else empty. */
function readDay(value: string | string[] | undefined): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value ? value : '';
}

/** The page of a table in the address; the first is 1. */
export const readPage = (query: ParsedUrlQuery): number => Math.max(1, Math.trunc(Number(query['page'])) || 1);
