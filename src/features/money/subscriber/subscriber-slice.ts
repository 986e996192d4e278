import { combineReducers, createAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { createFlag, createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { hasTimeLeft } from './subscriber-words';

export type Subscriber = EndpointData<'searchPerformerSubscriptions'>['data'][number];

/** `ending`: cancelled, with time left. */
export type SubscriberState = 'active' | 'ending' | 'ended';
export type SubscriberTier = 'monthly' | 'yearly' | 'free';

export interface SubscriberQuery {
  q?: string;
  state?: SubscriberState;
  tier?: SubscriberTier;
  offset?: number;
}

declare module '@/store/state' {
  interface StoreState {
    /** `isExporting`: a file is being put together. */
    subscribers: { list: PagedList<Subscriber, SubscriberQuery>; isExporting: boolean };
  }
}

export const subscribersPerPage = limits.tablePage;

type WireQuery = NonNullable<EndpointInput<'searchPerformerSubscriptions'>['query']>;

const states = {
  active: { status: 'active', isActive: true },
  ending: { status: 'deactivated', isActive: true },
  ended: { isActive: false },
} satisfies Record<SubscriberState, WireQuery>;

/** One page. Another backend may not know whether time is left: what does not fit is left out here. */
export function* readSubscribers({ q, state, tier }: SubscriberQuery, place: { offset: number; limit: number }) {
  const query: WireQuery = {
    sortBy: 'createdAt',
    sort: 'desc',
    ...(q && { q }),
    ...(tier && { subscriptionType: tier }),
    ...(state && states[state]),
  };
  const { data, total } = yield* callEndpoint(subscriptionRoutes.searchPerformerSubscriptions, {
    query: { ...query, ...place },
  });
  const now = Date.now();
  const fits = (row: Subscriber) => state === undefined || hasTimeLeft(row, now) === (state !== 'ended');
  return { data: data.filter(fits), total, read: data.length };
}

export const subscribers = createPagedList<Subscriber, SubscriberQuery>({
  name: 'subscribers',
  select: (state) => state.subscribers.list,
  limit: subscribersPerPage,
  load: readSubscribers,
});

/** Everybody of the filter, as a CSV file. */
export const subscribersExportRequested = createAction('subscribers/exportRequested');
export const subscribersExportEnded = createAction('subscribers/exportEnded');

export const subscribersReducer = combineReducers({
  list: subscribers.reducer,
  isExporting: createFlag(subscribersExportRequested, subscribersExportEnded),
});

export const selectIsExporting = (state: StoreState) => state.subscribers.isExporting;
