import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@/services/api-error';
import { createCaptureState, type CaptureState } from '@/services/streaming/capture';
import type { DeviceKind } from '@/services/streaming/capture-device';
import type { PublishState } from '@/services/streaming/stream-publication';
import { privateReducers } from './private-reducers';
import { roomReducers } from './room-reducers';
import { createSetup, NO_TEXTS, pickTexts, type ShowSetup, type ShowTexts } from './show-setup';
import type { EditSheet, Person, Restricted, Show, ShowSeat, StudioState, Summary } from './studio-state';

export const studioEntered = createAction('liveStudio/entered');
export const studioLeft = createAction('liveStudio/left');
export const previewWanted = createAction<HTMLVideoElement | null>('liveStudio/previewWanted');
/** The payload is called with the microphone's level from 0 to 1; null stops it. */
export const levelWanted = createAction<((level: number) => void) | null>('liveStudio/levelWanted');
export const devicesWanted = createAction<DeviceKind[]>('liveStudio/devicesWanted');
export const deviceClosed = createAction<DeviceKind>('liveStudio/deviceClosed');
export const deviceChosen = createAction<{ kind: DeviceKind; deviceId: string }>('liveStudio/deviceChosen');
export const microphoneMuted = createAction<boolean>('liveStudio/microphoneMuted');
export const screenSwitched = createAction<boolean>('liveStudio/screenSwitched');
export const goLiveRequested = createAction('liveStudio/goLiveRequested');
/** Sends a live show from this tab, even if it is sent from elsewhere. */
export const resumeRequested = createAction('liveStudio/resumeRequested');
export const setupReopened = createAction('liveStudio/setupReopened');
/** The recording stops with its show; `stop` can be called repeatedly. */
export const recordingStarted = createAction<{ streamId: string; stop(): Promise<File | null> }>(
  'liveStudio/recordingStarted',
);
/** Also after each reconnect. */
export const socketOpened = createAction('liveStudio/socketOpened');
/** From now on, the backend takes this tab's socket for the host's presence. */
export const joinedAsHost = createAction<{ conversationId: string }>('liveStudio/joinedAsHost');
export const takingsChanged = createAction('liveStudio/takingsChanged');
/** `endedBy` is null where the backend does not say it. */
export const showGone = createAction<{ conversationId: string; endedBy: 'hostGone' | 'operator' | null }>(
  'liveStudio/showGone',
);
export const privateEndRequested = createAction('liveStudio/privateEndRequested');
export const seatsRequested = createAction('liveStudio/seatsRequested');
export const seatHeard = createAction<ShowSeat>('liveStudio/seatHeard');
export const restrictionRequested = createAction<Omit<Restricted, 'until'>>('liveStudio/restrictionRequested');
export const liftRequested = createAction<{ userId: string }>('liveStudio/liftRequested');

const initialState: StudioState = {
  phase: 'idle',
  setup: createSetup(),
  announced: NO_TEXTS,
  refusal: null,
  capture: createCaptureState(),
  show: null,
  takings: null,
  viewers: { total: 0, members: [], peak: 0 },
  publication: { state: 'idle', lostAt: null },
  requests: [],
  answering: null,
  privateShow: null,
  isPrivateEnding: false,
  privateResult: null,
  groupSeats: [],
  watchers: { status: 'idle', rows: [], total: 0 },
  restricted: [],
  saving: { status: 'idle', error: null, pending: 0 },
  sheet: null,
  summary: null,
  wasRecorded: false,
  endedBy: null,
};

const withoutShow = ({ setup, announced, capture }: StudioState): StudioState => ({
  ...initialState,
  setup,
  announced,
  capture,
});

function endEdit(saving: StudioState['saving']): void {
  saving.pending = Math.max(0, saving.pending - 1);
  saving.status = saving.pending > 0 ? 'pending' : saving.error ? 'failed' : 'idle';
}

const studioSlice = createSlice({
  name: 'liveStudio',
  initialState,
  reducers: {
    loadingStarted: () => ({ ...initialState, phase: 'loading' as const }),
    /** Keeps texts from which no show was started, as when another show was still running. */
    setupOpened(state, { payload }: PayloadAction<ShowSetup>) {
      const setup = { ...payload, ...pickTexts(state.setup) };
      return { ...withoutShow(state), phase: 'setup' as const, setup };
    },
    announcementFound(state, { payload }: PayloadAction<Partial<ShowTexts>>) {
      state.announced = { ...NO_TEXTS, ...payload };
      state.setup = { ...state.setup, ...payload };
    },
    setupChanged(state, { payload }: PayloadAction<Partial<ShowSetup>>) {
      state.setup = { ...state.setup, ...payload };
    },
    captureChanged(state, { payload }: PayloadAction<CaptureState>) {
      state.capture = payload;
    },
    showPrepared(state, { payload }: PayloadAction<Show>) {
      state.show = payload;
    },
    startFailed(state, { payload }: PayloadAction<ApiFailure>) {
      return { ...withoutShow(state), phase: 'setup' as const, refusal: payload };
    },
    showFound(state, { payload }: PayloadAction<{ show: Show; phase: 'elsewhere' | 'interrupted' }>) {
      state.phase = payload.phase;
      state.show = payload.show;
    },
    wentLive(state, { payload }: PayloadAction<Show>) {
      // A resumed show was started from other texts.
      if (state.phase === 'starting') {
        state.setup = { ...state.setup, ...NO_TEXTS };
        state.announced = NO_TEXTS;
      }
      state.phase = 'live';
      state.show = payload;
      state.viewers.total = payload.stats.members;
    },
    /** Events for the whole room omit fields that only the host gets: keep those. */
    showChanged(state, { payload }: PayloadAction<Show>) {
      if (state.show?._id !== payload._id) return;
      const { conversationId } = state.show;
      state.show = { ...state.show, ...payload, conversationId: payload.conversationId ?? conversationId ?? null };
    },
    takingsLoaded(state, { payload }: PayloadAction<{ tips: number; earned: number }>) {
      state.takings = payload;
    },
    viewersChanged(
      { viewers, show },
      { payload }: PayloadAction<{ conversationId: string; total: number; members?: Person[] | null }>,
    ) {
      if (show?.conversationId !== payload.conversationId) return;
      viewers.total = payload.total;
      viewers.members = payload.members ?? [];
      viewers.peak = Math.max(viewers.peak, payload.total);
    },
    publicationChanged({ publication }, { payload }: PayloadAction<{ state: PublishState; at: number }>) {
      const { state, at } = payload;
      if (state === 'live') publication.lostAt = null;
      else if (state !== 'starting') publication.lostAt ??= at;
      // If the connection was live before, it is lost rather than starting.
      publication.state = state === 'starting' && publication.lostAt !== null ? 'lost' : state;
    },
    showTakenOver(state) {
      state.phase = 'elsewhere';
      state.publication = initialState.publication;
      state.privateShow = null;
      state.requests = [];
    },
    endRequested(state) {
      state.phase = 'ending';
      state.refusal = null;
    },
    endFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.phase = state.publication.state === 'idle' ? 'interrupted' : 'live';
      state.refusal = payload;
    },
    showEnded(state, { payload }: PayloadAction<{ summary: Summary | null; endedBy: StudioState['endedBy'] }>) {
      const wasRecorded = state.show?.isRecorded === true;
      return { ...withoutShow(state), phase: 'ended' as const, wasRecorded, ...payload };
    },
    summaryChanged(state, { payload }: PayloadAction<Summary>) {
      state.summary = payload;
    },
    ...privateReducers,
    ...roomReducers,
    showEditRequested(state, _action: PayloadAction<ShowEdit>) {
      state.saving = { status: 'pending', error: null, pending: state.saving.pending + 1 };
    },
    showEditStored(state) {
      endEdit(state.saving);
    },
    /** Without a failure if no open sheet shows it. */
    showEditFailed({ saving }, { payload }: PayloadAction<ApiFailure | null>) {
      saving.error = payload ?? saving.error;
      endEdit(saving);
    },
    sheetSwitched(state, { payload }: PayloadAction<EditSheet | null>) {
      state.sheet = payload;
      state.saving.error = null;
      if (state.saving.status === 'failed') state.saving.status = 'idle';
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(goLiveRequested, (state) => {
        state.phase = 'starting';
        state.refusal = null;
      })
      .addCase(studioLeft, () => initialState);
  },
});

export const {
  loadingStarted,
  setupOpened,
  announcementFound,
  setupChanged,
  captureChanged,
  showPrepared,
  startFailed,
  showFound,
  wentLive,
  showChanged,
  takingsLoaded,
  viewersChanged,
  publicationChanged,
  showTakenOver,
  endRequested,
  endFailed,
  showEnded,
  summaryChanged,
  requestArrived,
  requestGone,
  acceptRequested,
  declineRequested,
  answerFailed,
  privateShowChanged,
  privateEndStarted,
  privateEndFailed,
  privateShowEnded,
  privateResultRead,
  groupSeatsChanged,
  watchersRequested,
  watchersLoaded,
  watchersFailed,
  restrictionsLoaded,
  restrictionStored,
  mutesEnded,
  restrictionLifted,
  showEditRequested,
  showEditStored,
  showEditFailed,
  sheetSwitched,
} = studioSlice.actions;
export const studioReducer = studioSlice.reducer;

export interface ShowEdit {
  title?: string;
  description?: string;
  minutePrice?: number | null;
  goal?: { text: string; amount: number } | null;
  chat?: { slowSeconds?: number; writers?: 'everyone' | 'followers' | 'subscribers'; emoteOnly?: boolean };
  pinnedMessageId?: string | null;
}
