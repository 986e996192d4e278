import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';

export const replayRecorded = createAction<{ streamId: string; file: File }>('liveReplay/recorded');

export const replayRetried = createAction('liveReplay/retried');

interface ReplayState {
  status: 'idle' | 'sending' | 'sent' | 'failed';
  streamId: string | null;
  /** Fraction uploaded, 0..1. */
  progress: number;
  videoId: string | null;
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    liveReplay: ReplayState;
  }
}

const initialState: ReplayState = { status: 'idle', streamId: null, progress: 0, videoId: null, error: null };

const replaySlice = createSlice({
  name: 'liveReplay',
  initialState,
  reducers: {
    replayStarted(_state, { payload: { streamId } }: PayloadAction<{ streamId: string }>) {
      return { ...initialState, status: 'sending' as const, streamId };
    },
    replayProgressed(state, { payload }: PayloadAction<number>) {
      state.progress = payload;
    },
    replaySent(state, { payload }: PayloadAction<{ videoId: string }>) {
      state.status = 'sent';
      state.videoId = payload.videoId;
    },
    replayFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  selectors: {
    selectReplayUpload: (state) => state,
  },
});

export const { replayStarted, replayProgressed, replaySent, replayFailed } = replaySlice.actions;
export const { selectReplayUpload } = replaySlice.selectors;
export const replayReducer = replaySlice.reducer;
