import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

type ReportBody = EndpointInput<'createReport'>['body'];

/** What is reported. `title` names it in the sheet; it is not sent. */
export interface ReportTarget {
  target: NonNullable<ReportBody['target']>;
  targetId: string;
  /** Whose it is, or who it is. */
  performerId: string;
  title: string;
}

export interface ReportState {
  status: 'idle' | 'pending' | 'done' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    report: ReportState;
  }
}

const initialState: ReportState = { status: 'idle', error: null };

export const reportSlice = createSlice({
  name: 'report',
  initialState,
  reducers: {
    reportOpened(state) {
      Object.assign(state, { status: 'idle', error: null });
    },
    reportSent(state, _action: PayloadAction<ReportBody>) {
      Object.assign(state, { status: 'pending', error: null });
    },
    reportStored(state) {
      state.status = 'done';
    },
    reportFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
  },
});

export const { reportOpened, reportSent, reportStored, reportFailed } = reportSlice.actions;
export const selectReport = (state: StoreState) => state.report;
