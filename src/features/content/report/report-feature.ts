import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { reportRoutes } from '@contract/content/report-routes';
import { takedownRoutes } from '@contract/content/takedown-routes';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

type ReportBody = EndpointInput<'createReport'>['body'];

/** `title` names the target in the sheet and is not sent. */
export interface ReportTarget {
  target: NonNullable<ReportBody['target']>;
  targetId: string;
  /** The creator of the target, or the target itself if that is a creator. */
  performerId: string;
  title: string;
}

interface ReportState {
  status: 'idle' | 'pending' | 'done' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    report: ReportState;
  }
}

const initialState: ReportState = { status: 'idle', error: null };

const reportSlice = createSlice({
  name: 'report',
  initialState,
  reducers: {
    reportOpened(state) {
      state.status = 'idle';
      state.error = null;
    },
    reportSent(state, _action: PayloadAction<ReportBody>) {
      state.status = 'pending';
      state.error = null;
    },
    reportStored(state) {
      state.status = 'done';
    },
    reportFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
});

export const { reportOpened, reportSent } = reportSlice.actions;
const { reportStored, reportFailed } = reportSlice.actions;
/** Operators of our API answer each report. */
export const selectAnswersReports = selectSupportsCall(takedownRoutes.listTakedowns);
export const selectReport = (state: StoreState) => state.report;

function* send({ payload: body }: ReturnType<typeof reportSent>) {
  yield* callEndpoint(reportRoutes.createReport, { body });
  yield put(reportStored());
}

export const reportFeature: Feature = {
  name: 'report',
  reducer: reportSlice.reducer,
  *saga() {
    // Another report can start before the response; the first one is still sent.
    yield takeLatest(reportSent, withFailure(send, reportFailed));
  },
};
