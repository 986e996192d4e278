import { createAction, type Action, type UnknownAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import type { ApiFailure } from '@/services/api-error';
import { selectState } from './call-endpoint';
import type { StoreState } from './state';
import { withFailure } from './with-failure';

/** The answer of one call. While it is read again with the same query, the last answer stays. */
export interface LoadedData<Data, Query = void> {
  query: Query | null;
  data: Data | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

interface Options<Data, Query> {
  /** Prefix of the action types: `jobs/state`. */
  name: string;
  select(state: StoreState): LoadedData<Data, Query>;
  /** Errors become the state's failure. */
  load(query: Query): Generator<unknown, Data>;
  /** An action after which the data is read again, with the last query. */
  reloadOn?: { type: string };
  /** Also keeps the last answer while another query is answered. */
  keepsData?: true;
}

/** A slice and saga for data that one call returns. */
export function createLoadedData<Data, Query = void>({
  name,
  select,
  load,
  reloadOn,
  keepsData,
}: Options<Data, Query>) {
  type State = LoadedData<Data, Query>;
  const requested = createAction(`${name}Requested`, (payload: Query) => ({ payload }));
  const loaded = createAction(`${name}Loaded`, (payload: Data) => ({ payload }));
  const failed = createAction(`${name}Failed`, (payload: ApiFailure) => ({ payload }));
  const initial: State = { query: null, data: null, status: 'idle', error: null };

  function reducer(state: State = initial, action: UnknownAction): State {
    if (requested.match(action)) {
      const isKept = keepsData || action.payload === state.query;
      return { query: action.payload, data: isKept ? state.data : null, status: 'pending', error: null };
    }
    if (loaded.match(action)) return { ...state, data: action.payload, status: 'ready' };
    if (failed.match(action)) return { ...state, status: 'failed', error: action.payload };
    return state;
  }

  function* read({ payload }: ReturnType<typeof requested>) {
    yield put(loaded(yield* load(payload)));
  }

  function* reload(_action: Action) {
    const { query, status } = yield* selectState(select);
    if (status !== 'idle') yield put(requested(query as Query));
  }

  function* saga() {
    yield takeLatest(requested, withFailure(read, failed));
    if (reloadOn) yield takeLatest(reloadOn.type, reload);
  }

  return { requested, select, reducer, saga };
}
