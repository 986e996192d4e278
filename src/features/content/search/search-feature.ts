import { delay, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { hasWords } from '@contract/base/search-text';
import { searchRoutes } from '@contract/content/search-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { recentSearchStore } from '@/services/recent-searches';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as search from './search-slice';

const TYPING_PAUSE_MS = 200;
const MIN_CHARACTERS = 2;
/** `attempts`: the number of accounts that must have made the same search. */
const POPULAR_LIMITS = { limit: 8, attempts: 3 } as const;

/** The call also counts the search as popular, so it is made only once per query. */
function* loadTotals({ payload: { words } }: ReturnType<typeof search.totalsRequested>) {
  if (!hasWords(words)) return;
  if (yield* selectState(search.selectTotals(words))) return;
  try {
    const totals = yield* callEndpoint(searchRoutes.searchKeyword, { body: { keyword: words } });
    yield put(search.totalsLoaded({ words, totals }));
  } catch {
    // The lists are shown without counts.
  }
}

function* loadSuggestions({ payload: words }: ReturnType<typeof search.queryChanged>) {
  if (words.length < MIN_CHARACTERS || !hasWords(words)) return;
  if (!(yield* selectState(selectSupportsCall(searchRoutes.suggestSearch)))) return;
  if ((yield* selectState(search.selectSuggested))?.words === words) return;
  yield delay(TYPING_PAUSE_MS);
  try {
    const found = yield* callEndpoint(searchRoutes.suggestSearch, { query: { q: words } });
    yield put(search.suggestionsLoaded({ words, found }));
  } catch {
    // The user can still search with Enter.
  }
}

/** Searches of another account on this device stay private. */
const selectReader = () => selectState((state) => selectCurrentUser(state)?._id ?? '');

function* loadSearchStart() {
  const known = yield* selectState(search.selectRecent);
  const before = recentSearchStore(yield* selectReader()).read() ?? [];
  yield put(search.recentLoaded([...new Set([...known, ...before])]));
  if ((yield* selectState(search.selectPopular)).length > 0) return;
  try {
    yield put(search.popularLoaded([...new Set(yield* fetchPopular())]));
  } catch {
    // Some backends allow this call only to creators.
  }
}

/** Backends without suggestions list popular searches only for signed-in accounts. */
function* fetchPopular(): Generator<unknown, string[]> {
  if (yield* selectState(selectSupportsCall(searchRoutes.suggestSearch)))
    return (yield* callEndpoint(searchRoutes.suggestSearch)).keywords;
  if ((yield* selectState(selectCurrentUser)) === null) return [];
  const query = { limit: POPULAR_LIMITS.limit, dateRange: 'month' } as const;
  const { data } = yield* callEndpoint(searchRoutes.listKeywords, { query });
  return data.filter(({ attempt }) => attempt >= POPULAR_LIMITS.attempts).map(({ keyword }) => keyword);
}

function* saveRecent() {
  const store = recentSearchStore(yield* selectReader());
  const words = yield* selectState(search.selectRecent);
  if (words.length === 0) store.remove();
  else store.write(words);
}

export const searchFeature: Feature = {
  name: 'search',
  reducer: search.searchSlice.reducer,
  *saga() {
    yield takeEvery(search.totalsRequested, loadTotals);
  },
  *browserSaga() {
    yield takeLatest(search.queryChanged, loadSuggestions);
    yield takeLatest(search.searchOpened, loadSearchStart);
    yield takeEvery([search.searched, search.recentCleared], saveRecent);
  },
};
