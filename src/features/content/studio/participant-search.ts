import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { delay, put, takeLatest } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import { callEndpoint } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import type { Participant } from './draft';

/** Milliseconds after the last key. */
const typingPauseMs = 200;
const shown = 6;

interface Found {
  /** That were searched for. */
  words: string;
  people: Participant[];
}

export const participantWordsTyped = createAction<string>('studio/participantWordsTyped');

const initialState: Found = { words: '', people: [] };

const foundSlice = createSlice({
  name: 'studio/participants',
  initialState,
  reducers: {
    participantsFound: (_state, { payload }: PayloadAction<Found>) => payload,
  },
});

const { participantsFound } = foundSlice.actions;
export const foundParticipantsReducer = foundSlice.reducer;
export const selectFoundParticipants = (state: StoreState) => state.studio.participants;

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
