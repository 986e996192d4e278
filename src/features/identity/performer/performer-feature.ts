import { put, takeEvery, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { followRoutes } from '@contract/content/follow-routes';
import { limits } from '@contract/base/limits';
import { performerRoutes } from '@contract/identity/performer-routes';
import { referenceRoutes } from '@contract/site/reference-routes';
import { paths } from '@/config/paths';
import { currentUserLoaded, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { ApiError, isUnsupportedEndpoint, toFailure } from '@/services/api-error';
import { welcomeVideoStore } from '@/services/storage';
import { withFailure } from '@/store/with-failure';
import { promptSignUp } from '@/store/ask-to-sign-up';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { createToggle } from '@/store/create-toggle';
import { followChanged, followStored, followRequested, subscriptionChanged } from '@/store/intents';
import * as performer from './performer-slice';
import type { Feature } from '@/store/feature';

const loadProfile = withFailure(
  function* ({ payload: { address } }: ReturnType<typeof performer.profileRequested>) {
    const found = yield* callEndpoint(performerRoutes.getPerformer, { params: { id: address } });
    yield put(performer.profileLoaded({ address, performer: found }));
  },
  (error, { payload: { address } }) => performer.profileFailed({ address, error }),
);

function* loadList({ payload }: ReturnType<typeof performer.listRequested>) {
  const { key, source = 'search', more = false } = payload;
  const list = yield* selectState(performer.selectList(key));
  const known = list?.ids.length ?? 0;
  const limit = Number(list?.query.limit ?? performer.CARDS_PER_PAGE);
  const part = more ? { limit, offset: known } : { limit: Math.min(Math.max(known, limit), limits.listMax), offset: 0 };
  const query = { ...list?.query, ...part };
  if (source === 'random') {
    const { data } = yield* callSearch(performerRoutes.listRandomPerformers, { query });
    yield put(performer.listLoaded({ key, cards: data, more }));
    return;
  }
  const route = source === 'top' ? performerRoutes.listTopPerformers : performerRoutes.searchPerformers;
  const { data, total } = yield* callSearch(route, { query });
  yield put(performer.listLoaded({ key, cards: data, total, more }));
}

function* loadCategories() {
  if ((yield* selectState(performer.selectCategories)).length > 0) return;
  const { categories = [] } = yield* callEndpoint(referenceRoutes.getProfileOptions);
  yield put(performer.categoriesLoaded(categories));
}

type FollowChange = ReturnType<typeof followRequested>['payload'];

function createFollower() {
  const toggle = createToggle<FollowChange>({
    getKey: ({ performerId }) => performerId,
    isOn: ({ isFollowed }) => isFollowed,
    *show(change) {
      yield put(followChanged(change));
    },
    *send(change) {
      const route = change.isFollowed ? followRoutes.followPerformer : followRoutes.unfollowPerformer;
      yield* callEndpoint(route, { params: { id: change.performerId } });
      yield put(followStored(change));
    },
    *revert(error, { performerId, isFollowed }) {
      yield put(followChanged({ performerId, isFollowed: !isFollowed }));
      yield put(failureShown(toFailure(error)));
    },
  });
  return function* follow({ payload }: ReturnType<typeof followRequested>) {
    if (!(yield* selectState(selectIsLoggedIn))) {
      yield* promptSignUp();
      return;
    }
    yield put(performer.followStarted());
    try {
      yield* toggle(payload);
    } finally {
      yield put(performer.followEnded());
    }
  };
}

function* refreshAfterSubscription({ payload }: ReturnType<typeof subscriptionChanged>) {
  const address = yield* selectState(
    ({ performer: state }) =>
      Object.entries(state.addresses).find(([, place]) => place.id === payload.performerId)?.[0],
  );
  if (address) yield* loadProfile(performer.profileRequested({ address }));
}

/** The account stores the dismissal; for guests, and on backends without the call, this device does. */
function* hideWelcomeVideos({ payload }: ReturnType<typeof performer.welcomeVideosHidden>) {
  try {
    if (yield* selectState(selectIsLoggedIn)) {
      yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.dismissWelcomeVideo, { body: payload })));
      return;
    }
  } catch (error) {
    if (!(error instanceof ApiError && isUnsupportedEndpoint(error))) throw error;
  }
  welcomeVideoStore.write('hidden');
}

export const performerFeature: Feature = {
  name: 'performer',
  reducer: performer.performerSlice.reducer,
  *saga() {
    yield takeEvery(performer.profileRequested, loadProfile);
    yield takeEvery(
      performer.listRequested,
      withFailure(loadList, (error, { payload: { key } }) => performer.listFailed({ key, error })),
    );
    yield takeLeading(
      performer.categoriesRequested,
      // Without categories, the page omits that row of filters.
      withFailure(loadCategories, () => performer.categoriesLoaded([])),
    );
  },
  *browserSaga() {
    if (welcomeVideoStore.read()) yield put(performer.welcomeVideosSwitched(true));
    yield takeEvery(
      performer.welcomeVideosHidden,
      withFailure(hideWelcomeVideos, (failure) => [performer.welcomeVideosSwitched(false), failureShown(failure)]),
    );
    yield takeEvery(followRequested, createFollower());
    yield takeEvery(subscriptionChanged, refreshAfterSubscription);
  },
  resync: (state) =>
    Object.keys(state.performer.addresses)
      .filter((address) => paths.profile(address) === window.location.pathname)
      .map((address) => performer.profileRequested({ address })),
};
