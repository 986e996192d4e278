import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { operatorRoles, type OperatorRole } from '@contract/base/operator-roles';
import { operatorRoutes } from '@contract/operations/operator-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { actDone, buildAct, type Act } from '../act/act-slice';

export const roleWords: Record<OperatorRole, string> = {
  owner: 'Owner: everything',
  moderator: 'Moderator: creators to review, people, reports, content, shows',
  accountant: 'Accountant: payouts, refunds, disputes, orders, ledger',
  support: 'Support: reads people and orders, ends sessions',
};

export const roleOptions = operatorRoles.map((value) => ({ value, label: roleWords[value] }));

export type OperatorRow = EndpointData<'listOperators'>[number];

interface OperatorsState {
  rows: OperatorRow[];
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    operators: OperatorsState;
  }
}

const initialState: OperatorsState = { rows: [], status: 'idle', error: null };

const operatorsSlice = createSlice({
  name: 'operators',
  initialState,
  reducers: {
    operatorsRequested(state) {
      state.status = 'pending';
      state.error = null;
    },
    operatorsLoaded: (_state, { payload }: PayloadAction<OperatorRow[]>): OperatorsState => ({
      rows: payload,
      status: 'ready',
      error: null,
    }),
    operatorsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
});

export const { operatorsRequested } = operatorsSlice.actions;
const { operatorsLoaded, operatorsFailed } = operatorsSlice.actions;
export const selectOperators = (state: StoreState) => state.operators;

export const giveRole = (email: string, role: OperatorRole): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role } }, `${email} has a role now`);

export const removeRole = (email: string): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role: null } }, 'Role removed');

function* load() {
  yield put(operatorsLoaded(yield* callEndpoint(operatorRoutes.listOperators)));
}

export const operatorFeature: Feature = {
  name: 'operators',
  reducer: operatorsSlice.reducer,
  *saga() {
    yield takeLatest([operatorsRequested, actDone], withFailure(load, operatorsFailed));
  },
};
