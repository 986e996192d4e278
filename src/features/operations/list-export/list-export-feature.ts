import { takeEvery } from 'redux-saga/effects';
import { listExportRoutes as routes } from '@contract/operations/list-export-routes';
import type { EndpointData } from '@contract/schemas';
import { omitEmpty } from '@/lib/omit-empty';
import { saveTextFile } from '@/services/save-file';
import type { Feature } from '@/store/feature';
import { actReplied, buildAct, type Act } from '../act/act-slice';

declare module '@/store/state' {
  interface StoreState {
    /** No state: a file is saved as it arrives. */
    listExport: null;
  }
}

const names = {
  exportPayouts: 'payouts',
  exportOrders: 'orders',
  exportPayments: 'payments',
  exportPeople: 'people',
  exportOperatorLog: 'log',
} as const;
type ExportCall = keyof typeof names;

const isExport = (name: string): name is ExportCall => Object.hasOwn(names, name);

/** @param query of the list; the file has all of its pages */
export function downloadList(call: ExportCall, query: object): Act {
  const body = Object.fromEntries(Object.entries(omitEmpty(query)).filter(([key]) => key !== 'offset'));
  return { ...buildAct(routes[call], { body }, 'List downloaded'), isInParts: true };
}

function saveList({ payload: { name, data, parts } }: ReturnType<typeof actReplied>) {
  if (!isExport(name)) return;
  const content = ([data, ...parts] as EndpointData<ExportCall>[]).map((part) => part.content).join('');
  saveTextFile(`${names[name]}_${new Date().toISOString().slice(0, 10)}.csv`, content, 'text/csv');
}

export type { ExportCall };

/** Files of the console's lists, for spreadsheets. */
export const listExportFeature: Feature = {
  name: 'listExport',
  reducer: (state: null = null) => state,
  *browserSaga() {
    yield takeEvery(actReplied, saveList);
  },
};
