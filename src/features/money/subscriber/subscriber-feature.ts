import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import type { EndpointInput } from '@contract/schemas';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toCsv } from '@/lib/csv';
import { toFailure } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { allPages } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as subscriber from './subscriber-slice';
import { hasTimeLeft, statusOf, tierOf } from './subscriber-words';

type WireQuery = NonNullable<EndpointInput<'searchPerformerSubscriptions'>['query']>;

const states = {
  active: { status: 'active', isActive: true },
  ending: { status: 'deactivated', isActive: true },
  ended: { isActive: false },
} satisfies Record<subscriber.SubscriberState, WireQuery>;

function toWire({ q, state, tier }: subscriber.SubscriberQuery): WireQuery {
  return {
    sortBy: 'createdAt',
    sort: 'desc',
    ...(q && { q }),
    ...(tier && { subscriptionType: tier }),
    ...(state && states[state]),
  };
}

/** Another backend may not know whether time is left: what does not fit is left out here. */
function fits(row: subscriber.Subscriber, { state }: subscriber.SubscriberQuery, now: number): boolean {
  return state === undefined || hasTimeLeft(row, now) === (state !== 'ended');
}

function* load({ payload }: ReturnType<typeof subscriber.subscribersRequested>) {
  try {
    const { data, total } = yield* callEndpoint(subscriptionRoutes.searchPerformerSubscriptions, {
      query: { ...toWire(payload), offset: payload.offset ?? 0, limit: subscriber.subscribersPerPage },
    });
    const now = Date.now();
    yield put(subscriber.subscribersLoaded({ rows: data.filter((row) => fits(row, payload, now)), total }));
  } catch (error) {
    yield put(subscriber.subscribersFailed(toFailure(error)));
  }
}

const header = ['Name', 'Username', 'Status', 'Tier', 'Since', 'Renews on', 'Ends on', 'Paid in all'];

function* exportAll() {
  try {
    const { query } = yield* selectState(subscriber.selectSubscribers);
    const all = yield* allPages((page) =>
      callEndpoint(subscriptionRoutes.searchPerformerSubscriptions, { query: { ...toWire(query), ...page } }),
    );
    const now = Date.now();
    const rows = all
      .filter((row) => fits(row, query, now))
      .map((row) => [
        row.userInfo?.name,
        row.userInfo?.username,
        statusOf(row, now).text,
        tierOf(row),
        row.createdAt,
        row.nextRecurringDate,
        row.nextRecurringDate ? null : row.expiredAt,
        row.totalSpent,
      ]);
    saveTextFile('subscribers.csv', toCsv(header, rows), 'text/csv');
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  } finally {
    yield put(subscriber.subscribersExportEnded());
  }
}

/** Who subscribes to a creator, and what they are worth. */
export const subscriberFeature: Feature = {
  name: 'subscribers',
  reducer: subscriber.subscriberSlice.reducer,
  *saga() {
    yield takeLatest(subscriber.subscribersRequested, load);
    yield takeLeading(subscriber.subscribersExportRequested, exportAll);
  },
};
