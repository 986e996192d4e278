import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { DAYS_PER_PAGE, reconciliations } from '@/features/operations/ledger/ledger-feature';
import { withQuery } from '@/lib/omit-empty';
import { readPage } from '../site/page-query';
import type { Loading } from './console-query';

/** In the URL: `?only=differences&page=2`. */
export const readOnlyDifferences = (query: ParsedUrlQuery): boolean => query['only'] === 'differences';

export const reconciliationHref = (isOnlyDifferences: boolean, page = 1): string =>
  withQuery(consolePaths.reconciliation, { only: isOnlyDifferences ? 'differences' : null, page });

export const loadReconciliations = ({ query }: Loading) => [
  reconciliations.requested({
    ...(readOnlyDifferences(query) && { hasDifferences: true }),
    offset: (readPage(query) - 1) * DAYS_PER_PAGE,
  }),
];
