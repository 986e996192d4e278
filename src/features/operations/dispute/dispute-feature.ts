import { consoleRefundRoutes as routes } from '@contract/operations/console-refund-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';

export type Dispute = EndpointData<'searchDisputes'>['data'][number];
type Query = Omit<NonNullable<EndpointInput<'searchDisputes'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};

declare module '@/store/state' {
  interface StoreState {
    consoleDisputes: PagedList<Dispute, Query>;
  }
}

export const DISPUTES_PER_PAGE = 20;

export const consoleDisputes = createPagedList<Dispute, Query>({
  name: 'consoleDisputes',
  select: (state) => state.consoleDisputes,
  limit: DISPUTES_PER_PAGE,
  load: (query, place) => callSearch(routes.searchDisputes, { query: { ...query, ...place } }),
});

export const consoleDisputeFeature: Feature = {
  name: 'consoleDisputes',
  reducer: consoleDisputes.reducer,
  saga: consoleDisputes.saga,
};
