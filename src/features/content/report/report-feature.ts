import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { reportRoutes } from '@contract/content/report-routes';
import { takedownRoutes } from '@contract/content/takedown-routes';
import type { EndpointInput } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
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
  /** The target of the report that the open sheet has sent; null before. */
  targetId: string | null;
  status: 'idle' | 'pending' | 'done' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    report: ReportState;
  }
}

const initialState: ReportState = { targetId: null, status: 'idle', error: null };

const reportSlice = createSlice({
  name: 'report',
  initialState,
  reducers: {
    reportOpened: () => initialState,
    reportSent: (_state, { payload: { targetId } }: PayloadAction<ReportBody>): ReportState => ({
      targetId,
      status: 'pending',
      error: null,
    }),
    reportStored(state, { payload: targetId }: PayloadAction<string>) {
      if (state.targetId === targetId) state.status = 'done';
    },
    reportFailed(state, { payload: { targetId, error } }: PayloadAction<{ targetId: string; error: ApiFailure }>) {
      if (state.targetId !== targetId) return;
      state.status = 'failed';
      state.error = error;
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
  yield put(reportStored(body.targetId));
}

/** The sheet was closed during the request, or shows another target. */
function* notifyLateFailure({ payload: { targetId, error } }: ReturnType<typeof reportFailed>) {
  const report = yield* selectState(selectReport);
  if (report.targetId === targetId) return;
  yield put(failureShown({ ...error, message: `Your report was not sent. ${error.message}` }));
}

export const reportFeature: Feature = {
  name: 'report',
  reducer: reportSlice.reducer,
  *saga() {
    // Another report can start before the response; the first one is still sent.
    yield takeEvery(
      reportSent,
      withFailure(send, (error, { payload: { targetId } }) => reportFailed({ targetId, error })),
    );
    yield takeEvery(reportFailed, notifyLateFailure);
  },
};
