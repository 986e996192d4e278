import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { followRoutes } from '@contract/content/follow-routes';
import { limits } from '@contract/base/limits';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { followStored } from '@/store/intents';
import { fetchFeeds, type FetchedPart } from './fetch-feeds';
import { bookmarksKey } from './feed-list-key';
import * as feed from './feed-slice';
import type { FeedList } from './feed-state';

const limit = limits.contentPage;
/** Portraits in the strip, at most. */
const peopleShown = 40;

/** The next part of a list, by its cursor where the backend knows one. */
function* fetchNext(key: string, list: FeedList): Generator<unknown, FetchedPart & { byOffset?: boolean }> {
  const beforeId = list.ids.at(-1);
  if (!beforeId || list.paging === 'offset' || key === bookmarksKey) {
    return yield* fetchFeeds(key, { limit, offset: list.read });
  }
  const part = yield* fetchFeeds(key, { limit, beforeId });
  const known = new Set(list.ids);
  if (!part.feeds.some(({ _id }) => known.has(_id))) return part;
  // It gave the beginning again: this backend does not know the cursor.
  return { ...(yield* fetchFeeds(key, { limit, offset: list.read })), byOffset: true };
}

/** A loader that never asks twice for the same part of a list, one for each store. */
function createLoader() {
  const loading = new Set<string>();
  return function* load(key: string) {
    const list = yield* selectState(feed.selectList(key));
    if (!list || list.isEnd || loading.has(key)) return;
    loading.add(key);
    try {
      yield put(feed.pageLoaded({ key, ...(yield* fetchNext(key, list)) }));
    } catch (error) {
      yield put(feed.listFailed({ key, error: toFailure(error) }));
    } finally {
      loading.delete(key);
    }
  };
}

/** Looks for news in the list on screen. In silence: the next look may succeed. */
function* checkFresh() {
  const key = yield* selectState((state) => state.feed.activeKey);
  const list = key ? yield* selectState(feed.selectList(key)) : undefined;
  if (!key || key === bookmarksKey || list?.status !== 'ready') return;
  try {
    const { feeds } = yield* fetchFeeds(key, { limit, offset: 0 });
    yield put(feed.newestLoaded({ key, feeds }));
  } catch {
    // What is on screen stays.
  }
}

/** Whom the viewer follows. Without an answer the strip stays away. */
function* loadPeople() {
  try {
    const { data } = yield* callEndpoint(followRoutes.listFollowing, { query: { limit: peopleShown } });
    yield put(feed.peopleLoaded(data.flatMap(({ followingInfo }) => followingInfo ?? [])));
  } catch {
    // The posts below say the same.
    if (!(yield* selectState(feed.selectPeople))) yield put(feed.peopleLoaded([]));
  }
}

/** Loads lists, goes on in them, finds what is new. */
export function* feedListSaga() {
  const load = createLoader();
  yield takeEvery(feed.listOpened, function* open({ payload: { key } }) {
    const list = yield* selectState(feed.selectList(key));
    if (list?.ids.length) yield* checkFresh();
    else yield* load(key);
  });
  yield takeEvery([feed.listReset, feed.moreRequested], function* more({ payload: { key } }) {
    yield* load(key);
  });
  yield takeEvery(feed.partRequested, function* part({ payload: { key } }) {
    if (!(yield* selectState(feed.selectList(key)))) yield put(feed.listReset({ key }));
  });
  yield takeLatest(feed.freshChecked, checkFresh);
  yield takeLeading(feed.peopleRequested, loadPeople);
  // Whom one follows decides what the home lists hold: an empty one fills at once, the others on the next visit.
  yield takeEvery(followStored, function* refill() {
    const lists = yield* selectState((state) => state.feed.lists);
    for (const [key, list] of Object.entries(lists)) {
      if (key.startsWith('home:') && list.ids.length === 0) yield put(feed.listReset({ key }));
    }
  });
}
