import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type EarningStats = EndpointData<'getEarningStats'>;
export type Earning = EndpointData<'searchEarnings'>['data'][number];
export type EarningQuery = Pick<
  NonNullable<EndpointInput<'searchEarnings'>['query']>,
  'fromDate' | 'toDate' | 'type' | 'offset'
>;

export interface EarningState {
  query: EarningQuery;
  stats: EarningStats | null;
  rows: Earning[];
  total: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  /** A file is being put together. */
  isExporting: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    earning: EarningState;
  }
}

export const earningsPerPage = 10;

/** Every sale of the period, as a CSV file. */
export const earningsExportRequested = createAction('earning/exportRequested');

const initialState: EarningState = {
  query: {},
  stats: null,
  rows: [],
  total: 0,
  status: 'idle',
  error: null,
  isExporting: false,
};

export const earningSlice = createSlice({
  name: 'earning',
  initialState,
  reducers: {
    earningsRequested(state, { payload }: PayloadAction<EarningQuery>) {
      Object.assign(state, { query: payload, status: 'pending', error: null });
    },
    earningsLoaded(state, { payload }: PayloadAction<{ stats: EarningStats; rows: Earning[]; total: number }>) {
      Object.assign(state, { ...payload, status: 'ready' });
    },
    earningsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
    earningsExportEnded(state) {
      state.isExporting = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(earningsExportRequested, (state) => {
      state.isExporting = true;
    });
  },
});

export const { earningsRequested, earningsLoaded, earningsFailed, earningsExportEnded } = earningSlice.actions;
export const selectEarnings = (state: StoreState) => state.earning;
