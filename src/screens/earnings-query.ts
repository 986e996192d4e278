import type { ParsedUrlQuery } from 'node:querystring';
import { earningsPerPage, type EarningQuery } from '@/features/earning/earning-slice';

export const earningPeriods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All time' },
] as { value: EarningPeriod; label: string }[];

export type EarningPeriod = '7' | '30' | '90' | 'all';

export function readEarningsQuery(query: ParsedUrlQuery): { period: EarningPeriod; page: number } {
  return {
    period: earningPeriods.find((period) => period.value === query['period'])?.value ?? '30',
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
  };
}

const day = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The period as whole days in UTC, today included. */
export function toEarningQuery(
  { period, page }: { period: EarningPeriod; page: number },
  now = Date.now(),
): EarningQuery {
  const range = period === 'all' ? {} : { fromDate: dayText(now - (Number(period) - 1) * day), toDate: dayText(now) };
  return { ...range, offset: (page - 1) * earningsPerPage };
}
