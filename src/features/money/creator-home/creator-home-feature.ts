import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { earningRoutes } from '@contract/money/earning-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { followRoutes } from '@contract/content/follow-routes';
import { creatorHomeRoutes } from '@contract/money/creator-home-routes';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import type { EndpointData } from '@contract/schemas';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import type { ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { postSalesRequested, refundRequestChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

/** Sales of a period. Only our own API sends the counts. */
export interface Period {
  netPrice: number;
  sales?: number;
  newSubscribers?: number;
  newFollowers?: number;
}

export interface CreatorHome {
  today: Period;
  week: Period;
  month: Period;
  nextRelease: EndpointData<'getCreatorHome'>['nextRelease'];
  activeSubscribers?: number;
  /** Refund requests that wait for the creator. */
  refundsToAnswer?: number;
  sales: EndpointData<'searchEarnings'>['data'];
  subscribers: EndpointData<'searchPerformerSubscriptions'>['data'];
  followers: EndpointData<'listFollowers'>['data'];
  posts: EndpointData<'listPerformerFeeds'>['data'];
  /** Number of unpublished posts, only needed until the first one is published. */
  drafts: number;
}

interface CreatorHomeState {
  home: CreatorHome | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    creatorHome: CreatorHomeState;
  }
}

const initialState: CreatorHomeState = { home: null, status: 'idle', error: null };

const creatorHomeSlice = createSlice({
  name: 'creatorHome',
  initialState,
  reducers: {
    homeRequested(state) {
      state.status = 'pending';
      state.error = null;
    },
    homeLoaded(state, { payload }: PayloadAction<CreatorHome>) {
      state.home = payload;
      state.status = 'ready';
    },
    homeFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
});

/** Reloads the home if it was loaded. */
const homeChanged = createAction('creatorHome/changed');

export const { homeRequested } = creatorHomeSlice.actions;
const { homeLoaded, homeFailed } = creatorHomeSlice.actions;
export const selectCreatorHome = (state: StoreState) => state.creatorHome;

const LIST_LIMITS = { sales: 6, fans: 5, posts: 5 };
const DAY_MS = 86_400_000;

type Overview = Pick<CreatorHome, 'today' | 'week' | 'month' | 'nextRelease' | 'activeSubscribers' | 'refundsToAnswer'>;

/** Net income of the last days including today, in UTC like in the earnings report. */
function* sumDays(days: number): Generator<unknown, Period> {
  const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  const query = { fromDate: dayText(now - (days - 1) * DAY_MS), toDate: dayText(now) };
  const { totalNetPrice } = yield* callEndpoint(earningRoutes.getEarningStats, { query });
  return { netPrice: totalNetPrice };
}

/** Compatible backends lack this call: their earning stats are used instead, without the counts. */
function* fetchOverview(): Generator<unknown, Overview> {
  try {
    return yield* callEndpoint(creatorHomeRoutes.getCreatorHome);
  } catch (error) {
    if (yield* selectState(selectSupportsCall(creatorHomeRoutes.getCreatorHome))) throw error;
  }
  const sums = yield all({ today: call(sumDays, 1), week: call(sumDays, 7), month: call(sumDays, 30) });
  return { ...(sums as Record<'today' | 'week' | 'month', Period>), nextRelease: null };
}

function* fetchOrEmpty<T>(ask: () => Generator<unknown, { data: T[] }>): Generator<unknown, T[]> {
  try {
    return (yield* ask()).data;
  } catch {
    return [];
  }
}

const fetchDraft = () => callEndpoint(feedRoutes.listPerformerFeeds, { query: { limit: 1, state: 'draft' } });

function* load() {
  const [overview, sales, subscribers, followers, posts] = (yield all([
    call(fetchOverview),
    call(fetchOrEmpty, () => callEndpoint(earningRoutes.searchEarnings, { query: { limit: LIST_LIMITS.sales } })),
    call(fetchOrEmpty, () =>
      callEndpoint(subscriptionRoutes.searchPerformerSubscriptions, {
        query: { limit: LIST_LIMITS.fans, sortBy: 'createdAt', sort: 'desc' },
      }),
    ),
    call(fetchOrEmpty, () => callEndpoint(followRoutes.listFollowers, { query: { limit: LIST_LIMITS.fans } })),
    call(fetchOrEmpty, () =>
      callEndpoint(feedRoutes.listPerformerFeeds, {
        query: { limit: LIST_LIMITS.posts, state: 'published', status: 'active', sortBy: 'publishedAt', sort: 'desc' },
      }),
    ),
  ])) as [Overview, CreatorHome['sales'], CreatorHome['subscribers'], CreatorHome['followers'], CreatorHome['posts']];
  const drafts = posts.length > 0 ? [] : yield* fetchOrEmpty(fetchDraft);
  yield put(homeLoaded({ ...overview, sales, subscribers, followers, posts, drafts: drafts.length }));
  yield put(postSalesRequested({ ids: posts.map(({ _id }) => _id) }));
}

function* refresh() {
  const { status } = yield* selectState(selectCreatorHome);
  if (status === 'ready') yield put(homeRequested());
}

export const creatorHomeFeature: Feature = {
  name: 'creatorHome',
  reducer: creatorHomeSlice.reducer,
  *saga() {
    yield takeLatest(homeRequested, withFailure(load, homeFailed));
  },
  *browserSaga() {
    yield takeEvery([balanceChanged, refundRequestChanged, homeChanged], refresh);
  },
  socket: {
    send_notification: ({ refSource }: { refSource?: string }) =>
      refSource === 'refund_request' ? homeChanged() : null,
  },
  resync: ({ creatorHome }) => (creatorHome.status === 'idle' ? [] : [homeRequested()]),
};
