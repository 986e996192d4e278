import { delay, put, takeLatest } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import { callEndpoint } from '@/store/call-endpoint';
import { participantsFound, participantWordsTyped } from './studio-slice';

/** Milliseconds after the last key. */
const typingPauseMs = 200;
const shown = 6;

function* search({ payload: words }: ReturnType<typeof participantWordsTyped>) {
  if (words === '') {
    yield put(participantsFound({ words, people: [] }));
    return;
  }
  yield delay(typingPauseMs);
  try {
    const { data } = yield* callEndpoint(performerRoutes.searchPerformers, { query: { q: words, limit: shown } });
    const people = data.map(({ _id, name, username, avatar }) => ({ _id, name, username, avatar: avatar ?? '' }));
    yield put(participantsFound({ words, people }));
  } catch {
    // The next key searches again.
  }
}

/** Finds creators who may be in a video, while their names are typed. */
export function* participantSearchSaga() {
  yield takeLatest(participantWordsTyped, search);
}
