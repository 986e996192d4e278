import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';
import { paths } from '@/config/paths';
import { earningsPerPage, type EarningQuery } from '@/features/money/earning/earning-feature';
import { formatDay } from '@/lib/dates';
import { readDayRange } from '../site/day-query';

export const earningPeriods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All time' },
] as { value: EarningPeriod; label: string }[];

export type EarningPeriod = '7' | '30' | '90' | 'all';

/** A period that ends today by its name, or chosen days, both included. */
export type EarningSpan = EarningPeriod | DayRange;

/** What the address asks for: `?from=2026-11-01&to=2026-11-21&page=2` or `?period=90`; 30 days when it makes no sense. */
export function readEarningsQuery(query: ParsedUrlQuery): { span: EarningSpan; page: number } {
  return {
    span: readDayRange(query) ?? earningPeriods.find((period) => period.value === query['period'])?.value ?? '30',
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
  };
}

/** The address of a page of the report. */
export function earningsHref(span: EarningSpan, page: number): string {
  const which = typeof span === 'string' ? `period=${span}` : `from=${span[0]}&to=${span[1]}`;
  return `${paths.creator.earnings}?${which}&page=${page}`;
}

/** After "Paid": `in the last 30 days`, `from 1 November to 21 November`. */
export function describeSpan(span: EarningSpan): string {
  if (span === 'all') return 'since you started';
  if (typeof span === 'string') return `in the last ${span} days`;
  const [from, to] = span.map((text) => formatDay(text, { timeZone: 'UTC' }));
  return from === to ? `on ${from}` : `from ${from} to ${to}`;
}

const day = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The span as whole days in UTC, today included. */
export function toEarningQuery({ span, page }: { span: EarningSpan; page: number }, now = Date.now()): EarningQuery {
  return { ...toDates(span, now), offset: (page - 1) * earningsPerPage };
}

function toDates(span: EarningSpan, now: number): Pick<EarningQuery, 'fromDate' | 'toDate'> {
  if (span === 'all') return {};
  if (typeof span !== 'string') return { fromDate: span[0], toDate: span[1] };
  return { fromDate: dayText(now - (Number(span) - 1) * day), toDate: dayText(now) };
}
