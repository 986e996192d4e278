import { combineReducers } from '@reduxjs/toolkit';
import { fork } from 'redux-saga/effects';
import { operatorRoles, type OperatorRole } from '@contract/base/operator-roles';
import { operatorRoutes } from '@contract/operations/operator-routes';
import { personRoutes } from '@contract/operations/person-routes';
import type { EndpointData } from '@contract/schemas';
import { hasWords } from '@/lib/read-words';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export const roleWords: Record<OperatorRole, string> = {
  owner: 'Owner: everything',
  moderator: 'Moderator: creators to review, people without their money, reports, appeals, content',
  accountant: 'Accountant: payouts, refunds, disputes, orders, payments, reconciliation',
  support: 'Support: reads people and orders, writes notes, ends sessions, sends emails again',
};

export const roleOptions = operatorRoles.map((value) => ({ value, label: roleWords[value] }));

/** Fans who can be given a role. */
export type Candidate = EndpointData<'searchPeople'>['data'][number];
export type OperatorRow = EndpointData<'listOperators'>[number];

declare module '@/store/state' {
  interface StoreState {
    operators: {
      list: LoadedData<OperatorRow[]>;
      candidates: LoadedData<Candidate[], string>;
    };
  }
}

export const operators = createLoadedData<OperatorRow[]>({
  name: 'operators',
  select: (state) => state.operators.list,
  load: () => callEndpoint(operatorRoutes.listOperators),
  reloadOn: actDone,
});

const MAX_CANDIDATES = 8;

/** Fans found by what is typed into the dialog. */
export const candidates = createLoadedData<Candidate[], string>({
  name: 'operators/candidates',
  select: (state) => state.operators.candidates,
  *load(q) {
    if (!hasWords(q)) return [];
    const query = { q, kind: 'user' as const, status: 'active' as const, limit: MAX_CANDIDATES };
    const { data } = yield* callEndpoint(personRoutes.searchPeople, { query });
    return data;
  },
  keepsData: true,
});

export const giveRole = (email: string, role: OperatorRole): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role } }, `${email} has a role now, and was told by email`);

export const removeRole = (email: string): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role: null } }, 'Role removed');

export const operatorFeature: Feature = {
  name: 'operators',
  reducer: combineReducers({ list: operators.reducer, candidates: candidates.reducer }),
  *saga() {
    yield fork(operators.saga);
    yield fork(candidates.saga);
  },
};
