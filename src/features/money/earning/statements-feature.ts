import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { earningRoutes } from '@contract/money/earning-routes';
import type { EndpointData } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import { saveFrom } from '@/services/save-file';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';

export type StatementPeriod = EndpointData<'listStatements'>['data'][number];

interface StatementFile {
  period: string;
  format: 'pdf' | 'csv';
}

interface StatementsState {
  /** Newest first; empty if the backend has no statements. */
  periods: StatementPeriod[];
  hasFailed: boolean;
  pending: string[];
}

declare module '@/store/state' {
  interface StoreState {
    statements: StatementsState;
  }
}

export const getFileKey = ({ period, format }: StatementFile): string => `${period}.${format}`;

const initialState: StatementsState = { periods: [], hasFailed: false, pending: [] };

const statementsSlice = createSlice({
  name: 'statements',
  initialState,
  reducers: {
    statementsRequested(state) {
      state.hasFailed = false;
    },
    statementsLoaded(state, { payload }: PayloadAction<StatementPeriod[]>) {
      state.periods = payload;
    },
    statementsFailed(state) {
      state.hasFailed = true;
    },
    statementFileRequested(state, { payload }: PayloadAction<StatementFile>) {
      state.pending.push(getFileKey(payload));
    },
    statementFileEnded(state, { payload }: PayloadAction<StatementFile>) {
      state.pending = state.pending.filter((key) => key !== getFileKey(payload));
    },
  },
});

const { statementsLoaded, statementsFailed, statementFileEnded } = statementsSlice.actions;
export const { statementsRequested, statementFileRequested } = statementsSlice.actions;
export const selectStatements = (state: StoreState) => state.statements;
const selectServesStatements = selectSupportsCall(earningRoutes.listStatements);

const load = withFailure(
  function* load() {
    if (!(yield* selectState(selectServesStatements))) return;
    const { data } = yield* callEndpoint(earningRoutes.listStatements, {});
    yield put(statementsLoaded(data));
  },
  () => statementsFailed(),
);

function* fetchFile({ payload }: ReturnType<typeof statementFileRequested>) {
  const { period, format } = payload;
  const { url } = yield* callEndpoint(earningRoutes.getStatementFile, { params: { period }, query: { format } });
  saveFrom(url);
  yield put(statementFileEnded(payload));
}

export const statementsFeature: Feature = {
  name: 'statements',
  reducer: statementsSlice.reducer,
  *saga() {
    yield takeLatest(statementsRequested, load);
  },
  *browserSaga() {
    yield takeEvery(
      statementFileRequested,
      withFailure(fetchFile, (failure, { payload }) => [failureShown(failure), statementFileEnded(payload)]),
    );
  },
};
