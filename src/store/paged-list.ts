import { createAction, type Action } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from './call-endpoint';
import type { StoreState } from './state';

/** A list as far as it is here. */
export interface PagedList<Row, Query> {
  /** What was asked for last. */
  query: Query;
  rows: Row[];
  /** Of all pages, as far as the server tells. */
  total: number;
  /** How many the server gave, to ask for the next ones. */
  read: number;
  isEnd: boolean;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

export interface ListPage<Row> {
  data: Row[];
  total: number;
  /** How many the server gave, where some of them are left out of `data`. */
  read?: number;
}

interface PagedListOptions<Row, Query, Page> {
  /** What its actions begin with: `payment/charges`. */
  name: string;
  select(state: StoreState): PagedList<Row, Query>;
  /** Rows a page. */
  limit: number;
  /** What is on screen stays until the answer is there for another query, too. */
  keepsRows?: boolean;
  /** One page. Whatever it throws is the list's failure. */
  load(query: Query, place: { offset: number; limit: number }): Generator<unknown, Page>;
}

type Place = { offset: number; limit: number };

/**
 * A list that is loaded in pages: its state, its actions and its saga. The same query again keeps what is on screen until
 * the answer is there; another one begins with nothing. An `offset` in the query opens that page of a table; `moreRequested`
 * goes on where the list ends.
 */
export function createPagedList<
  Row extends { _id: string },
  Query extends { offset?: number | string },
  Page extends ListPage<Row> = ListPage<Row>,
>({ name, select, limit, keepsRows = false, load }: PagedListOptions<Row, Query, Page>) {
  const requested = createAction(`${name}Requested`, (payload: Query) => ({ payload }));
  const moreRequested = createAction(`${name}MoreRequested`);
  const loaded = createAction(`${name}Loaded`, (payload: Page & Place) => ({ payload }));
  const failed = createAction<ApiFailure>(`${name}Failed`);

  const initialState: PagedList<Row, Query> = {
    query: {} as Query,
    ...{ rows: [], total: 0, read: 0, isEnd: false, status: 'idle', error: null },
  };

  function reducer(state = initialState, action: Action): PagedList<Row, Query> {
    if (requested.match(action)) {
      const isSame = keepsRows || filterOf(action.payload) === filterOf(state.query);
      const rows = isSame ? state.rows : [];
      return { ...state, query: action.payload, rows, status: 'pending', error: null };
    }
    if (moreRequested.match(action)) return { ...state, status: 'pending', error: null };
    if (loaded.match(action)) return withPage(state, action.payload);
    if (failed.match(action)) return { ...state, status: 'failed', error: action.payload };
    return state;
  }

  function withPage(state: PagedList<Row, Query>, page: Page & Place): PagedList<Row, Query> {
    const { data, total, offset, read = data.length } = page;
    const isFirst = offset === Number(state.query.offset ?? 0);
    const before = isFirst ? [] : state.rows;
    // Whoever came into the list meanwhile moved the others on: the next page begins with some that are here already.
    const known = new Set(before.map(({ _id }) => _id));
    const rows = [...before, ...data.filter(({ _id }) => !known.has(_id))];
    return { ...state, rows, total, read: offset + read, isEnd: read < page.limit, status: 'ready' };
  }

  function* run(action: Action) {
    const { query, read } = yield* selectState(select);
    const offset = moreRequested.match(action) ? read : Number(query.offset ?? 0);
    try {
      const page = yield* load(query, { offset, limit });
      yield put(loaded({ ...page, offset, limit }));
    } catch (error) {
      yield put(failed(toFailure(error)));
    }
  }

  /** Asks anew for what is on screen; a list that nobody has opened yet stays closed. */
  function* refresh() {
    const { status, query } = yield* selectState(select);
    if (status !== 'idle') yield put(requested(query));
  }

  return {
    ...{ select, requested, moreRequested, loaded, failed, reducer, refresh, initialState },
    *saga(): Generator {
      yield takeLatest([requested, moreRequested], run);
    },
  };
}

/** What a query narrows the list by, whichever page it opens. */
function filterOf({ offset: _page, ...filter }: { offset?: unknown }): string {
  return JSON.stringify(filter);
}

/** True from one action to another: something is under way. */
export function createFlag(begins: { match(action: Action): boolean }, ends: { match(action: Action): boolean }) {
  return (state = false, action: Action): boolean => (begins.match(action) ? true : ends.match(action) ? false : state);
}
