import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { moneyOverview, siteOverview, type MoneyPeriod } from '@/features/operations/overview/overview-feature';
import { withQuery } from '@/lib/omit-empty';
import type { StoreState } from '@/store/state';

const DEFAULT_PERIOD = '30';

/** In the URL: `?days=7`. */
export const readPeriod = ({ days }: ParsedUrlQuery): MoneyPeriod =>
  days === '1' || days === '7' ? days : DEFAULT_PERIOD;

export const overviewHref = (days: MoneyPeriod): string =>
  withQuery(consolePaths.overview, { days: days === DEFAULT_PERIOD ? null : days });

export const loadOverview = ({ query, state }: { query: ParsedUrlQuery; state: StoreState }) => [
  siteOverview.requested(),
  ...(selectMay('readLedger')(state) ? [moneyOverview.requested(readPeriod(query))] : []),
];
