import { createAction, type Action } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from './call-endpoint';
import type { StoreState } from './state';

export interface LoadedValue<Value> {
  /** Which one; null before the first request. */
  query: string | null;
  value: Value | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

interface LoadedValueOptions<Value> {
  /** Prefix of the action types: `person/money`. */
  name: string;
  select(state: StoreState): LoadedValue<Value>;
  load(query: string): Generator<unknown, Value>;
}

/** One value of a page, such as the account it is about. Requesting it again shows the old one until the response. */
export function createLoadedValue<Value>({ name, select, load }: LoadedValueOptions<Value>) {
  const requested = createAction<string>(`${name}Requested`);
  const loaded = createAction(`${name}Loaded`, (payload: Value) => ({ payload }));
  const failed = createAction<ApiFailure>(`${name}Failed`);
  const initialState: LoadedValue<Value> = { query: null, value: null, status: 'idle', error: null };

  function reducer(state = initialState, action: Action): LoadedValue<Value> {
    if (requested.match(action)) {
      const isSame = action.payload === state.query;
      return { query: action.payload, value: isSame ? state.value : null, status: 'pending', error: null };
    }
    if (loaded.match(action)) return { ...state, value: action.payload, status: 'ready' };
    if (failed.match(action)) return { ...state, status: 'failed', error: action.payload };
    return state;
  }

  function* run({ payload: query }: ReturnType<typeof requested>) {
    try {
      yield put(loaded(yield* load(query)));
    } catch (error) {
      yield put(failed(toFailure(error)));
    }
  }

  function* saga(): Generator {
    yield takeLatest(requested, run);
  }

  /** Loads the value on screen again; does nothing if there is none. */
  function* refresh() {
    const { query } = yield* selectState(select);
    if (query !== null) yield put(requested(query));
  }

  return { requested, loaded, select, reducer, saga, refresh };
}
