import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { earningRoutes } from '@contract/money/earning-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { followRoutes } from '@contract/content/follow-routes';
import { studioRoutes } from '@contract/money/studio-routes';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { toFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { postSalesWanted } from '@/store/intents';
import {
  creatorHomeSlice,
  homeFailed,
  homeLoaded,
  homeRequested,
  selectCreatorHome,
  type CreatorHome,
  type Period,
} from './creator-home-slice';

/** Rows of each short list. */
const shown = { sales: 6, fans: 5, posts: 5 };
const dayMs = 86_400_000;

type Overview = Pick<CreatorHome, 'today' | 'week' | 'month' | 'nextRelease' | 'activeSubscribers'>;

/** Net income of days that end today, in UTC as the whole report of earnings. */
function* sumDays(days: number): Generator<unknown, Period> {
  const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  const query = { fromDate: dayText(now - (days - 1) * dayMs), toDate: dayText(now) };
  const { totalNetPrice } = yield* callEndpoint(earningRoutes.getEarningStats, { query });
  return { netPrice: totalNetPrice };
}

/** One call of ours; elsewhere the family's sums, without the counts. */
function* fetchOverview(): Generator<unknown, Overview> {
  if (yield* selectState(selectServes(studioRoutes.getStudioOverview))) {
    try {
      return yield* callEndpoint(studioRoutes.getStudioOverview);
    } catch (error) {
      if (yield* selectState(selectServes(studioRoutes.getStudioOverview))) throw error;
    }
  }
  const [today, week, month] = (yield all([call(sumDays, 1), call(sumDays, 7), call(sumDays, 30)])) as [
    Period,
    Period,
    Period,
  ];
  return { today, week, month, nextRelease: null };
}

/** A part without which the page still says what it is for. */
function* quietly<T>(ask: () => Generator<unknown, { data: T[] }>): Generator<unknown, T[]> {
  try {
    return (yield* ask()).data;
  } catch {
    return [];
  }
}

const fetchDraft = () => callEndpoint(feedRoutes.listPerformerFeeds, { query: { limit: 1, state: 'draft' } });

function* load() {
  try {
    const [overview, sales, subscribers, followers, posts] = (yield all([
      call(fetchOverview),
      call(quietly, () => callEndpoint(earningRoutes.searchEarnings, { query: { limit: shown.sales } })),
      call(quietly, () =>
        callEndpoint(subscriptionRoutes.searchPerformerSubscriptions, {
          query: { limit: shown.fans, sortBy: 'createdAt', sort: 'desc' },
        }),
      ),
      call(quietly, () => callEndpoint(followRoutes.listFollowers, { query: { limit: shown.fans } })),
      call(quietly, () =>
        callEndpoint(feedRoutes.listPerformerFeeds, {
          query: { limit: shown.posts, state: 'published', status: 'active', sortBy: 'publishedAt', sort: 'desc' },
        }),
      ),
    ])) as [Overview, CreatorHome['sales'], CreatorHome['subscribers'], CreatorHome['followers'], CreatorHome['posts']];
    const drafts = posts.length > 0 ? [] : yield* quietly(fetchDraft);
    yield put(homeLoaded({ ...overview, sales, subscribers, followers, posts, drafts: drafts.length }));
    yield put(postSalesWanted({ ids: posts.map(({ _id }) => _id) }));
  } catch (error) {
    yield put(homeFailed(toFailure(error)));
  }
}

/** Money came in while the page is open: show it. */
function* refresh() {
  const { status } = yield* selectState(selectCreatorHome);
  if (status === 'ready') yield put(homeRequested());
}

/** What a creator comes home to: income, sales, new fans, own posts. */
export const creatorHomeFeature: Feature = {
  name: 'creatorHome',
  reducer: creatorHomeSlice.reducer,
  *saga() {
    yield takeLatest(homeRequested, load);
    yield takeEvery(balanceChanged, refresh);
  },
  resync: ({ creatorHome }) => (creatorHome.status === 'idle' ? [] : [homeRequested()]),
};
