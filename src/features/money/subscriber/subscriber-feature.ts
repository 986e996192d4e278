import { combineReducers } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import type { EndpointInput } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { selectState } from '@/store/call-endpoint';
import { fanBlockChanged } from '@/store/intents';
import { callSearch } from '@/store/call-search';
import { createCsvExport } from '@/store/csv-export';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { hasTimeLeft, getStatus, getTier, type Subscriber } from './subscriber-words';

/** `late`: a renewal failed, but paid time is left. `ending`: canceled, but paid time is left. */
export type SubscriberState = 'active' | 'late' | 'ending' | 'ended';
export type SubscriberTier = 'monthly' | 'yearly' | 'free';

export interface SubscriberQuery {
  q?: string;
  state?: SubscriberState;
  tier?: SubscriberTier;
  list?: string;
  offset?: number;
}

declare module '@/store/state' {
  interface StoreState {
    subscribers: { list: PagedList<Subscriber, SubscriberQuery>; isExporting: boolean };
  }
}

export const SUBSCRIBERS_PER_PAGE = limits.tablePage;

type WireQuery = NonNullable<EndpointInput<'searchPerformerSubscriptions'>['query']>;

const states = {
  active: { status: 'active', isActive: true },
  late: { status: 'past_due', isActive: true },
  ending: { status: 'deactivated', isActive: true },
  ended: { isActive: false },
} satisfies Record<SubscriberState, WireQuery>;

/** Some backends do not filter by paid time, so rows that do not match the filter are dropped here. */
function* readSubscribers({ q, state, tier, list, ...place }: SubscriberQuery & { limit: number }) {
  const { data, total } = yield* callSearch(subscriptionRoutes.searchPerformerSubscriptions, {
    query: {
      sortBy: 'createdAt',
      sort: 'desc',
      ...(q && { q }),
      ...(tier && { subscriptionType: tier }),
      ...(list && { fanList: list }),
      ...(state && states[state]),
      ...place,
    },
  });
  const now = Date.now();
  const matchesQuery = (row: Subscriber) => state === undefined || hasTimeLeft(row, now) === (state !== 'ended');
  return { data: data.filter(matchesQuery), total, read: data.length };
}

export const subscribers = createPagedList<Subscriber, SubscriberQuery>({
  name: 'subscribers',
  select: (state) => state.subscribers.list,
  limit: SUBSCRIBERS_PER_PAGE,
  load: (query, place) => readSubscribers({ ...query, ...place }),
});

export const subscribersExport = createCsvExport<Subscriber, SubscriberQuery>({
  name: 'subscribers/export',
  select: subscribers.select,
  load: readSubscribers,
  fileName: () => 'subscribers',
  columns: {
    Name: (row) => row.userInfo?.name,
    Username: (row) => row.userInfo?.username,
    Status: (row) => getStatus(row, Date.now()).text,
    Tier: getTier,
    Since: (row) => row.createdAt,
    'Renews on': (row) => row.nextRecurringDate,
    'Ends on': (row) => (row.nextRecurringDate ? null : row.expiredAt),
    'Total paid': (row) => row.totalSpent,
  },
  onFailure: failureShown,
});

export const subscriberFeature: Feature = {
  name: 'subscribers',
  reducer: combineReducers({ list: subscribers.reducer, isExporting: subscribersExport.reducer }),
  *saga() {
    yield fork(subscribers.saga);
    yield takeEvery(fanBlockChanged, function* reload() {
      const { query } = yield* selectState(subscribers.select);
      yield put(subscribers.requested(query));
    });
  },
  browserSaga: subscribersExport.saga,
};
