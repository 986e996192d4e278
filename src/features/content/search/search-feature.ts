import { delay, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { hasWords } from '@contract/base/search-text';
import { searchRoutes } from '@contract/content/search-routes';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { recentSearchStore } from '@/services/recent-searches';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as search from './search-slice';

/** Milliseconds after the last key. */
const typingPauseMs = 200;
/** Fewer characters say too little. */
const fewestTyped = 2;
/** What is shown as popular, and how often it was searched for at least. */
const popular = { limit: 8, attempts: 3 } as const;

/** The call counts what people search for as well, so it is made once for the same words. */
function* loadTotals({ payload: { words } }: ReturnType<typeof search.totalsRequested>) {
  if (!hasWords(words)) return;
  if (yield* selectState(search.selectTotals(words))) return;
  try {
    const totals = yield* callEndpoint(searchRoutes.searchKeyword, { body: { keyword: words } });
    yield put(search.totalsLoaded({ words, totals }));
  } catch {
    // The lists come without their counts.
  }
}

function* suggest({ payload: words }: ReturnType<typeof search.wordsTyped>) {
  if (words.length < fewestTyped || !hasWords(words)) return;
  if (!(yield* selectState(selectSupportsCall(searchRoutes.suggestSearch)))) return;
  if ((yield* selectState(search.selectSuggested))?.words === words) return;
  yield delay(typingPauseMs);
  try {
    const found = yield* callEndpoint(searchRoutes.suggestSearch, { query: { q: words } });
    yield put(search.suggestionsLoaded({ words, found }));
  } catch {
    // Enter searches all the same.
  }
}

const ownerId = () => selectState((state) => selectCurrentUser(state)?._id ?? '');

function* open() {
  const kept = recentSearchStore.read();
  const known = yield* selectState(search.selectRecent);
  // Another account's searches on this device are none of this one's business.
  const before = kept && kept.userId === (yield* ownerId()) ? kept.words : [];
  yield put(search.recentLoaded([...new Set([...known, ...before])]));
  if ((yield* selectState(search.selectPopular)).length > 0) return;
  try {
    yield put(search.popularLoaded([...new Set(yield* listPopular())]));
  } catch {
    // Some backends tell only creators: then there is nothing to show.
  }
}

/** Searches of several accounts; a backend that does not offer them has at least a list of them for whoever is signed in. */
function* listPopular(): Generator<unknown, string[]> {
  if (yield* selectState(selectSupportsCall(searchRoutes.suggestSearch)))
    return (yield* callEndpoint(searchRoutes.suggestSearch)).keywords;
  if ((yield* selectState(selectCurrentUser)) === null) return [];
  const query = { limit: popular.limit, dateRange: 'month' } as const;
  const { data } = yield* callEndpoint(searchRoutes.listKeywords, { query });
  return data.filter(({ attempt }) => attempt >= popular.attempts).map(({ keyword }) => keyword);
}

function* keep() {
  const [userId, words] = [yield* ownerId(), yield* selectState(search.selectRecent)];
  if (words.length === 0) recentSearchStore.remove();
  else recentSearchStore.write({ userId, words });
}

/** What a search finds, and what to search for; the lists themselves belong to creators and items. */
export const searchFeature: Feature = {
  name: 'search',
  reducer: search.searchSlice.reducer,
  *saga() {
    yield takeEvery(search.totalsRequested, loadTotals);
  },
  *browserSaga() {
    yield takeLatest(search.wordsTyped, suggest);
    yield takeLatest(search.searchOpened, open);
    yield takeEvery([search.searched, search.recentForgotten], keep);
  },
};
