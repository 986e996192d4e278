import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { fanNoteRoutes } from '@contract/identity/fan-note-routes';
import type { EndpointData } from '@contract/schemas';
import { savedShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

export type FanNote = EndpointData<'setFanNote'>;
export type FanList = EndpointData<'listFanLists'>[number];

interface FanNoteState {
  /** Notes by fan id; null if there is none. */
  notes: Record<string, FanNote | null>;
  hasFailed: boolean;
  lists: FanList[];
  saving: { status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
}

declare module '@/store/state' {
  interface StoreState {
    fanNote: FanNoteState;
  }
}

const initialState: FanNoteState = { notes: {}, hasFailed: false, lists: [], saving: { status: 'idle', error: null } };

const fanNoteSlice = createSlice({
  name: 'fanNote',
  initialState,
  reducers: {
    fanNotesRequested(state, _action: PayloadAction<string[]>) {
      state.hasFailed = false;
    },
    fanListsRequested() {},
    fanNotesLoaded(state, { payload: { userIds, notes } }: PayloadAction<{ userIds: string[]; notes: FanNote[] }>) {
      for (const userId of userIds) state.notes[userId] = notes.find((note) => note.userId === userId) ?? null;
    },
    fanNotesFailed(state) {
      state.hasFailed = true;
    },
    fanListsLoaded(state, { payload }: PayloadAction<FanList[]>) {
      state.lists = payload;
    },
    fanNoteOpened(state) {
      state.saving = initialState.saving;
    },
    fanNoteSubmitted(state, _action: PayloadAction<FanNote>) {
      state.saving = { status: 'pending', error: null };
    },
    fanNoteSaved(state, { payload }: PayloadAction<FanNote>) {
      state.notes[payload.userId] = payload;
      state.saving = { status: 'saved', error: null };
    },
    fanNoteFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.saving = { status: 'failed', error: payload };
    },
  },
});

export const { fanNotesRequested, fanListsRequested, fanNoteOpened, fanNoteSubmitted } = fanNoteSlice.actions;
const { fanNotesLoaded, fanNotesFailed, fanListsLoaded, fanNoteSaved, fanNoteFailed } = fanNoteSlice.actions;

export const selectFanNote = (userId: string) => (state: StoreState) => state.fanNote.notes[userId];
export const selectHaveNotesFailed = (state: StoreState) => state.fanNote.hasFailed;
export const selectFanLists = (state: StoreState) => state.fanNote.lists;
export const selectSupportsFanNotes = selectSupportsCall(fanNoteRoutes.setFanNote);
export const selectFanNoteSaving = (state: StoreState) => state.fanNote.saving;

function* loadNotes({ payload: userIds }: ReturnType<typeof fanNotesRequested>) {
  if (userIds.length > 0) {
    const notes = yield* callEndpoint(fanNoteRoutes.listFanNotes, { query: { userIds } });
    yield put(fanNotesLoaded({ userIds, notes }));
  }
}

function* loadLists() {
  yield put(fanListsLoaded(yield* callEndpoint(fanNoteRoutes.listFanLists)));
}

function* save({ payload: { userId, note, lists } }: ReturnType<typeof fanNoteSubmitted>) {
  const saved = yield* callEndpoint(fanNoteRoutes.setFanNote, { params: { id: userId }, body: { note, lists } });
  yield put(fanNoteSaved(saved));
  yield put(savedShown());
  yield put(fanListsRequested());
}

/** If the notes do not load, rows are shown without them. */
export const fanNoteFeature: Feature = {
  name: 'fanNote',
  reducer: fanNoteSlice.reducer,
  *browserSaga() {
    yield takeLatest(
      fanNotesRequested,
      withFailure(loadNotes, () => fanNotesFailed()),
    );
    yield takeEvery(fanListsRequested, withFailure(loadLists));
    yield takeLeading(fanNoteSubmitted, withFailure(save, fanNoteFailed));
  },
};
