import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';

export const replayRecorded = createAction<{ streamId: string; file: File }>('liveReplay/recorded');

/** Sends all recordings again that failed. */
export const replayRetried = createAction('liveReplay/retried');

interface ReplayUpload {
  status: 'sending' | 'sent' | 'failed';
  /** Fraction uploaded, 0..1. */
  progress: number;
  videoId: string | null;
  error: ApiFailure | null;
}

/** By show, the newest last. */
type ReplayUploads = Record<string, ReplayUpload>;

declare module '@/store/state' {
  interface StoreState {
    liveReplay: ReplayUploads;
  }
}

const begun: ReplayUpload = { status: 'sending', progress: 0, videoId: null, error: null };

interface OfShow {
  streamId: string;
}

const initialState: ReplayUploads = {};

const replaySlice = createSlice({
  name: 'liveReplay',
  initialState,
  reducers: {
    replayStarted(state, { payload: { streamId } }: PayloadAction<OfShow>) {
      state[streamId] = begun;
    },
    replayProgressed(state, { payload: { streamId, progress } }: PayloadAction<OfShow & { progress: number }>) {
      state[streamId] = { ...begun, progress };
    },
    replaySent(state, { payload: { streamId, videoId } }: PayloadAction<OfShow & { videoId: string }>) {
      state[streamId] = { ...begun, status: 'sent', progress: 1, videoId };
    },
    /** The server will never take the recording. */
    replayDropped(state, { payload: { streamId } }: PayloadAction<OfShow>) {
      delete state[streamId];
    },
    replayFailed(state, { payload: { streamId, error } }: PayloadAction<OfShow & { error: ApiFailure }>) {
      state[streamId] = { ...begun, status: 'failed', error };
    },
  },
  extraReducers: (builder) => {
    // It may wait for the recording of another show.
    builder.addCase(replayRecorded, (state, { payload: { streamId } }) => {
      state[streamId] = begun;
    });
  },
  selectors: {
    selectReplayUploads: (state) => state,
  },
});

export const { replayStarted, replayProgressed, replaySent, replayFailed, replayDropped } = replaySlice.actions;
export const { selectReplayUploads } = replaySlice.selectors;
export const replayReducer = replaySlice.reducer;
