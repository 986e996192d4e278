import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { put, takeLeading } from 'redux-saga/effects';
import { toCsv, type CsvCell } from '@contract/base/csv';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { fetchAllRows } from './all-pages';
import { selectState } from './call-endpoint';
import { createFlag } from './paged-list';
import type { StoreState } from './state';

interface CsvExportOptions<Row extends { _id: string }, Query> {
  /** Prefix of the action types: `earning/export`. */
  name: string;
  /** Selects the list on screen, whose filters also apply to the file. */
  select(state: StoreState): { query: Query };
  load: (query: Query & { offset: number; limit: number }) => ReturnType<Parameters<typeof fetchAllRows<Row>>[0]>;
  fileName(query: Query): string;
  columns: Record<string, (row: Row) => CsvCell>;
  onFailure(failure: ApiFailure): UnknownAction;
}

/** Exports all pages of a list as a CSV file. The reducer's state is true while the file is being created. */
export function createCsvExport<Row extends { _id: string }, Query>({
  name,
  columns,
  ...options
}: CsvExportOptions<Row, Query>) {
  const requested = createAction(`${name}Requested`);
  const ended = createAction(`${name}Ended`);

  function* run() {
    try {
      const { query } = yield* selectState(options.select);
      const rows = yield* fetchAllRows((page) => options.load({ ...query, ...page }));
      const cells = rows.map((row) => Object.values(columns).map((getCell) => getCell(row)));
      saveTextFile(`${options.fileName(query)}.csv`, toCsv(Object.keys(columns), cells), 'text/csv');
    } catch (error) {
      yield put(options.onFailure(toFailure(error)));
    } finally {
      yield put(ended());
    }
  }

  return {
    requested,
    reducer: createFlag(requested, ended),
    *saga(): Generator {
      yield takeLeading(requested, run);
    },
  };
}

/** `wallet_2026-11-01_2026-11-21`; the dates are those by which the list is filtered, if any. */
export const getFileName = (what: string, { fromDate, toDate }: { fromDate?: string; toDate?: string }): string =>
  [what, fromDate, toDate].filter(Boolean).join('_');
