import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { moneyOverview, siteOverview, type MoneyPeriod } from '@/features/operations/overview/overview-feature';
import { withQuery } from '@/lib/omit-empty';
import type { StoreState } from '@/store/state';
import { readOption } from './console-query';

const DEFAULT_PERIOD = '30';

export const moneyPeriods: readonly { value: MoneyPeriod; label: string }[] = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
];

/** In the URL: `?period=7`. */
export const readPeriod = ({ period }: ParsedUrlQuery): MoneyPeriod =>
  readOption(period, moneyPeriods) ?? DEFAULT_PERIOD;

export const overviewHref = (period: MoneyPeriod): string =>
  withQuery(consolePaths.overview, { period: period === DEFAULT_PERIOD ? null : period });

export const loadOverview = ({ query, state }: { query: ParsedUrlQuery; state: StoreState }) => [
  siteOverview.requested(),
  ...(selectMay('readLedger')(state) ? [moneyOverview.requested(readPeriod(query))] : []),
];
