import { limits } from '@contract/base/limits';
import { payoutRoutes } from '@contract/money/payout-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { callEndpoint } from '@/store/call-endpoint';
import { createCsvExport, getFileName } from '@/store/csv-export';
import { createPagedList } from '@/store/paged-list';
import { describeAccount, getNet, getStatusWords, type Payout, type PayoutStatus } from './payout-words';

export interface PayoutQuery {
  status?: PayoutStatus;
  fromDate?: string;
  toDate?: string;
  offset?: number;
}

export const PAYOUTS_PER_PAGE = limits.tablePage;

export const searchPayouts = (query: PayoutQuery & { limit: number }) =>
  callEndpoint(payoutRoutes.searchPayoutRequests, { query: { sortBy: 'createdAt', sort: 'desc', ...query } });

export const payouts = createPagedList<Payout, PayoutQuery>({
  name: 'payouts/list',
  select: (state) => state.payouts.list,
  limit: PAYOUTS_PER_PAGE,
  load: (query, place) => searchPayouts({ ...query, ...place }),
});

export const payoutsExport = createCsvExport<Payout, PayoutQuery>({
  name: 'payouts/export',
  select: payouts.select,
  load: searchPayouts,
  fileName: (query) => getFileName('payouts', query),
  columns: {
    Requested: (payout) => payout.createdAt,
    Status: (payout) => getStatusWords(payout).text,
    Amount: (payout) => payout.requestTokens,
    Fee: (payout) => payout.feeTokens,
    Arrives: getNet,
    To: (payout) => describeAccount(payout.paymentAccountType, payout.accountHint),
    'Arrival date': (payout) => payout.arrivesAt,
    Reference: (payout) => payout.payoutId,
    Reason: (payout) => payout.adminNote,
  },
  onFailure: failureShown,
});
