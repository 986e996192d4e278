import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';

/** Reads `?from=2026-11-01&to=2026-11-21`, both days inclusive; null if they are invalid. */
export function readDayRange(query: ParsedUrlQuery): DayRange | null {
  const range: DayRange = [readDay(query['from']), readDay(query['to'])];
  return range[0] !== '' && range[0] <= range[1] ? range : null;
}

function readDay(value: string | string[] | undefined): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value ? value : '';
}

/** The first page is 1. */
export const readPage = (query: ParsedUrlQuery): number => Math.max(1, Math.trunc(Number(query['page'])) || 1);
