import { createAction } from '@reduxjs/toolkit';
import { delay, fork, put, race, take, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { selectHasPart } from '@/store/backend';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type LiveShow = EndpointData<'searchStreams'>['data'][number];

interface ShowQuery {
  offset?: undefined;
}

declare module '@/store/state' {
  interface StoreState {
    liveShows: PagedList<LiveShow, ShowQuery>;
  }
}

/** Clients of compatible backends poll at the same interval. Wire contract 2.18. */
const POLL_MS = 10_000;
const SHOWS_PER_PAGE = 24;

export const showsViewed = createAction('liveShows/viewed');
export const showsLeft = createAction('liveShows/left');

export const liveShows = createPagedList<LiveShow, ShowQuery>({
  name: 'liveShows/list',
  limit: SHOWS_PER_PAGE,
  select: (state: StoreState) => state.liveShows,
  load: (query, place) => callSearch(streamRoutes.searchStreams, { query: { ...query, ...place } }),
});

export const isWithoutShows = (state: StoreState): boolean => !selectHasPart('shows')(state);

export const loadShows = (state: StoreState) => (isWithoutShows(state) ? [] : [liveShows.requested({})]);

function* pollShows() {
  while (true) {
    yield delay(POLL_MS);
    if (document.visibilityState === 'visible') yield put(liveShows.requested({}));
  }
}

function* watchShows() {
  yield race([pollShows(), take(showsLeft)]);
}

export const showFeature: Feature = {
  name: 'liveShows',
  reducer: liveShows.reducer,
  saga: liveShows.saga,
  *browserSaga() {
    yield fork(function* () {
      yield takeLatest(showsViewed, watchShows);
    });
  },
};
