import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { consolePayoutRoutes as routes } from '@contract/operations/console-payout-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { saveTextFile } from '@/services/save-file';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone, actReplied, buildAct, type Act } from '../act/act-slice';

export type ConsolePayout = EndpointData<'searchPayouts'>['data'][number];
export type PayoutStatus = ConsolePayout['status'];
export type PayoutSums = EndpointData<'sumPayouts'>;
export type PayoutQuery = Omit<NonNullable<EndpointInput<'searchPayouts'>['query']>, 'q' | 'limit' | 'offset'> & {
  q?: string;
  offset?: number;
};

declare module '@/store/state' {
  interface StoreState {
    consolePayouts: { list: PagedList<ConsolePayout, PayoutQuery>; sums: LoadedData<PayoutSums> };
  }
}

export const PAYOUTS_PER_PAGE = 50;

export const consolePayouts = createPagedList<ConsolePayout, PayoutQuery>({
  name: 'consolePayouts/list',
  select: (state) => state.consolePayouts.list,
  limit: PAYOUTS_PER_PAGE,
  load: (query, place) => callSearch(routes.searchPayouts, { query: { ...query, ...place } }),
});

/** On failure the page says nothing about the sums. */
export const payoutSums = createLoadedData<PayoutSums>({
  name: 'consolePayouts/sums',
  select: (state) => state.consolePayouts.sums,
  load: () => callEndpoint(routes.sumPayouts),
  reloadOn: actDone,
});

export const MAX_REASON = limits.payoutReason;
export const MAX_REFERENCE = limits.payoutReference;

export const approvePayouts = (rows: readonly ConsolePayout[]): Act =>
  buildAct(
    routes.approvePayouts,
    { body: { payouts: rows.map(({ _id: id, updatedAt }) => ({ id, updatedAt })) } },
    rows.length === 1 ? 'Payout approved' : `${rows.length} payouts approved`,
  );

export const rejectPayout = (id: string, reason: string): Act =>
  buildAct(routes.rejectPayout, { params: { id }, body: { reason } }, 'Payout rejected');

export const markPayoutPaid = (id: string, reference: string): Act =>
  buildAct(routes.markPayoutPaid, { params: { id }, body: { reference } }, 'Payout marked as paid');

export const returnPayout = (id: string, reason: string): Act =>
  buildAct(routes.returnPayout, { params: { id }, body: { reason } }, 'Return recorded');

export type BankFileFormat = 'csv' | 'sepa';

/** @param isRepeated also payouts that an earlier file contains */
export const downloadBankFile = (format: BankFileFormat, isRepeated: boolean): Act =>
  buildAct(routes.makeBankFile, { body: { format, isRepeated } }, 'Bank file downloaded');

function saveBankFile({ payload: { name, data } }: ReturnType<typeof actReplied>) {
  if (name !== routes.makeBankFile.name) return;
  const { format, content } = data as EndpointData<'makeBankFile'>;
  const day = new Date().toISOString().slice(0, 10);
  if (format === 'sepa') saveTextFile(`payouts_${day}.xml`, content, 'application/xml');
  else saveTextFile(`payouts_${day}.csv`, content, 'text/csv');
}

export const consolePayoutFeature: Feature = {
  name: 'consolePayouts',
  reducer: combineReducers({ list: consolePayouts.reducer, sums: payoutSums.reducer }),
  *saga() {
    yield fork(consolePayouts.saga);
    yield fork(payoutSums.saga);
    yield takeLatest(actDone, consolePayouts.refresh);
  },
  *browserSaga() {
    yield takeEvery(actReplied, saveBankFile);
  },
};
