import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';
import { paths } from '@/config/paths';
import { PAYOUTS_PER_PAGE, type PayoutQuery } from '@/features/money/payout/payout-list';
import { getStatusWords, type PayoutStatus } from '@/features/money/payout/payout-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readDayRange, readPage } from '../../site/page-query';

/** The filter as in the URL: `?status=pending&from=2026-11-01&to=2026-11-21`. */
interface PayoutsFilter {
  status: PayoutStatus | 'all';
  days: DayRange | null;
}

const statuses: PayoutStatus[] = ['pending', 'approved', 'done', 'rejected'];

export const statusChoices: { value: PayoutsFilter['status']; label: string }[] = [
  { value: 'all', label: 'All' },
  ...statuses.map((status) => ({ value: status, label: getStatusWords({ status }).text })),
];

export const readPayoutsFilter = (query: ParsedUrlQuery): PayoutsFilter => ({
  status: statuses.find((status) => status === query['status']) ?? 'all',
  days: readDayRange(query),
});

export const payoutsHref = ({ status, days }: PayoutsFilter, page = 1): string =>
  withQuery(paths.creator.payouts, { status: status === 'all' ? '' : status, from: days?.[0], to: days?.[1], page });

export function toPayoutQuery(query: ParsedUrlQuery): PayoutQuery {
  const { status, days } = readPayoutsFilter(query);
  return {
    ...omitEmpty({ fromDate: days?.[0], toDate: days?.[1] }),
    ...(status !== 'all' && { status }),
    offset: (readPage(query) - 1) * PAYOUTS_PER_PAGE,
  };
}
