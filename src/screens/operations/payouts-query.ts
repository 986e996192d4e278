import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import {
  consolePayouts,
  PAYOUTS_PER_PAGE,
  payoutSums,
  type ConsolePayout,
  type PayoutQuery,
  type PayoutStatus,
} from '@/features/operations/payout/payout-feature';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readDayRange, readPage } from '../site/page-query';
import { readOption, readText, type Loading } from './console-query';

export const payoutTabs: readonly { value: PayoutStatus | 'all'; label: string }[] = [
  { value: 'pending', label: 'To approve' },
  { value: 'approved', label: 'To pay' },
  { value: 'done', label: 'Paid' },
  { value: 'rejected', label: 'Rejected or returned' },
  { value: 'all', label: 'All' },
];

export const accountTypes: readonly { value: ConsolePayout['accountType']; label: string }[] = [
  { value: 'banking', label: 'Bank' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'stripe', label: 'Stripe' },
];

/** In the URL: `?status=approved&q=mira&type=banking&from=…&to=…&page=2`; without a status, those that wait for approval. */
export interface PayoutFilter {
  status: PayoutStatus | 'all';
  q: string;
  type: ConsolePayout['accountType'] | null;
  from: string;
  to: string;
}

export function readPayoutFilter(query: ParsedUrlQuery): PayoutFilter {
  const [from, to] = readDayRange(query) ?? ['', ''];
  return {
    status: readOption(query['status'], payoutTabs) ?? 'pending',
    q: readText(query['q']),
    type: readOption(query['type'], accountTypes),
    from,
    to,
  };
}

export const payoutsHref = ({ status, ...filter }: PayoutFilter, page = 1): string =>
  withQuery(consolePaths.payouts, { status: status === 'pending' ? null : status, ...filter, page });

function toQuery(query: ParsedUrlQuery): PayoutQuery {
  const { status, q, type, from, to } = readPayoutFilter(query);
  return {
    ...omitEmpty({ status: status === 'all' ? null : status, q, accountType: type, fromDate: from, toDate: to }),
    offset: (readPage(query) - 1) * PAYOUTS_PER_PAGE,
  };
}

export const loadPayouts = ({ query }: Loading) => [consolePayouts.requested(toQuery(query)), payoutSums.requested()];
