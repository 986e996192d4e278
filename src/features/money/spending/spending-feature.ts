import { combineReducers, createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { spendingRoutes } from '@contract/money/spending-routes';
import type { EndpointData } from '@contract/schemas';
import { toastShown } from '@/features/site/ui/ui-slice';
import { formatMoney } from '@/lib/format-money';
import type { SpendingLimit } from '@/lib/spending-limit';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import type { Feature } from '@/store/feature';
import {
  itemUnlocked,
  orderPlaced,
  performerTipped,
  platformSubscriptionChanged,
  subscriptionChanged,
} from '@/store/intents';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { selectHasSpendingLimit, selectHasUpcomingCharges } from './spending-support';

export type UpcomingCharges = EndpointData<'listUpcomingCharges'>;

interface LoadState<T> {
  value: T | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
}

declare module '@/store/state' {
  interface StoreState {
    spending: {
      limit: LoadState<SpendingLimit>;
      upcoming: LoadState<UpcomingCharges>;
      change: ChangeState;
    };
  }
}

export const limitRequested = createAction('spending/limitRequested');
export const upcomingRequested = createAction('spending/upcomingRequested');
/** @param payload in major units; null removes the limit. */
export const limitChosen = createAction<number | null>('spending/limitChosen');
/** Clears the result of the previous change. */
export const limitSheetOpened = createAction('spending/sheetOpened');

const unknownLimit: LoadState<SpendingLimit> = { value: null, status: 'idle' };

const limitSlice = createSlice({
  name: 'spending/limit',
  initialState: unknownLimit,
  reducers: {
    limitLoaded: (_state, { payload }: PayloadAction<SpendingLimit>) => ({ value: payload, status: 'ready' as const }),
    limitFailed(state) {
      state.status = 'failed';
    },
    limitLoading(state) {
      state.status = 'pending';
    },
  },
});

const unknownCharges: LoadState<UpcomingCharges> = { value: null, status: 'idle' };

const upcomingSlice = createSlice({
  name: 'spending/upcoming',
  initialState: unknownCharges,
  reducers: {
    upcomingLoaded: (_state, { payload }: PayloadAction<UpcomingCharges>) => ({
      value: payload,
      status: 'ready' as const,
    }),
    upcomingFailed(state) {
      state.status = 'failed';
    },
    upcomingLoading(state) {
      state.status = 'pending';
    },
  },
});

const changeSlice = createChangeSlice({
  name: 'spending/change',
  opened: limitSheetOpened,
  isBegun: limitChosen.match,
});

const { limitLoaded, limitFailed, limitLoading } = limitSlice.actions;
const { upcomingLoaded, upcomingFailed, upcomingLoading } = upcomingSlice.actions;
const { changeDone, changeFailed } = changeSlice.actions;

export const selectSpendingLimit = (state: StoreState) => state.spending.limit;
export const selectUpcomingCharges = (state: StoreState) => state.spending.upcoming;
export const selectLimitChange = (state: StoreState) => state.spending.change;

function* loadLimit() {
  if (!(yield* selectState(selectHasSpendingLimit))) return;
  yield put(limitLoading());
  yield put(limitLoaded(yield* callEndpoint(spendingRoutes.getSpendingLimit)));
}

function* loadUpcoming() {
  if (!(yield* selectState(selectHasUpcomingCharges))) return;
  yield put(upcomingLoading());
  yield put(upcomingLoaded(yield* callEndpoint(spendingRoutes.listUpcomingCharges)));
}

function* changeLimit({ payload: limit }: ReturnType<typeof limitChosen>) {
  const stored = yield* callEndpoint(spendingRoutes.setSpendingLimit, { body: { limit } });
  yield put(limitLoaded(stored));
  yield put(changeDone());
  yield put(toastShown({ text: describeChange(stored), tone: 'success' }));
}

function describeChange({ limit, pending }: SpendingLimit): string {
  if (pending) return pending.limit === null ? 'Your limit ends in 24 hours' : 'Your new limit applies in 24 hours';
  return limit === null ? 'You have no spending limit' : `Your limit is ${formatMoney(limit)} a month`;
}

export const spendingFeature: Feature = {
  name: 'spending',
  reducer: combineReducers({
    limit: limitSlice.reducer,
    upcoming: upcomingSlice.reducer,
    change: changeSlice.reducer,
  }),
  *saga() {
    yield takeLatest(
      limitRequested,
      withFailure(loadLimit, () => limitFailed()),
    );
    yield takeLatest(
      [upcomingRequested, subscriptionChanged, platformSubscriptionChanged],
      withFailure(loadUpcoming, () => upcomingFailed()),
    );
  },
  *browserSaga() {
    yield takeLeading(limitChosen, withFailure(changeLimit, changeFailed));
    yield takeLatest(
      [itemUnlocked, performerTipped, orderPlaced, subscriptionChanged, platformSubscriptionChanged],
      function* reloadLimit() {
        yield put(limitRequested());
      },
    );
  },
  resync: ({ spending }) => [
    ...(spending.limit.status === 'idle' ? [] : [limitRequested()]),
    ...(spending.upcoming.status === 'idle' ? [] : [upcomingRequested()]),
  ],
};
