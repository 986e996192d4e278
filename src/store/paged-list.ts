import { createAction, isAnyOf, type Action } from '@reduxjs/toolkit';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { unique } from '@/lib/unique';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from './call-endpoint';
import type { StoreState } from './state';
import { takeBy } from './take-by';

export interface PagedList<Row, Query> {
  query: Query;
  rows: Row[];
  /** Number of rows in all pages, as reported by the server. */
  total: number;
  /** Number of rows that the server returned, including those left out: the offset of the next page. */
  read: number;
  isEnd: boolean;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

/** Lists by query key. They contain row keys; the rows themselves are stored once for all lists. */
export type PagedLists<Query> = Record<string, PagedList<string, Query>>;

export interface ListPage<Row> {
  data: Row[];
  total: number;
  read?: number;
  /** The limit in the request, if smaller than a page. */
  asked?: number;
}

interface Place {
  offset: number;
  limit: number;
}

interface ListOptions<Kept, Query, Page> {
  /** Prefix of the action types: `payment/charges`. */
  name: string;
  limit: number;
  /** Loads one page; errors become the list's failure. @param list its current state */
  load(query: Query, place: Place, list: PagedList<Kept, Query>): Generator<unknown, Page>;
  /** Merges the first page with the rows already shown; by default, it replaces them. */
  joinFirst?(page: Kept[], before: Kept[], total: number): Kept[];
}

interface Shape<Row, Kept, Query> {
  getKey(query: Query): string;
  toEntry(row: Row): Kept;
  getId(kept: Kept): string;
  find(state: StoreState, key: string): PagedList<Kept, Query> | undefined;
  keepsRows?: boolean;
}

export const emptyList = <Kept, Query>(): PagedList<Kept, Query> => ({
  query: {} as Query,
  rows: [],
  total: 0,
  read: 0,
  isEnd: false,
  status: 'idle',
  error: null,
});

/** Drops rows that the server has deleted too, so the offset of the next page is smaller. */
export function withoutRows<Row, List extends PagedList<Row, unknown>>(
  list: List,
  isGone: (row: Row) => boolean,
): List {
  const rows = list.rows.filter((row) => !isGone(row));
  const gone = list.rows.length - rows.length;
  return gone === 0 ? list : { ...list, rows, read: list.read - gone, total: list.total - gone };
}

function defineList<Row, Kept, Query extends { offset?: number | string }, Page extends ListPage<Row>>(
  { name, limit, load, joinFirst = (page) => page }: ListOptions<Kept, Query, Page>,
  { getKey, toEntry, getId, find, keepsRows = false }: Shape<Row, Kept, Query>,
) {
  const meta = (query: Query) => ({ meta: { list: getKey(query) } });
  const requested = createAction(`${name}Requested`, (payload: Query) => ({ payload, ...meta(payload) }));
  const moreRequested = createAction(`${name}MoreRequested`, (payload: Query) => ({ payload, ...meta(payload) }));
  const loaded = createAction(`${name}Loaded`, (payload: Page & Place, query: Query) => ({ payload, ...meta(query) }));
  const failed = createAction(`${name}Failed`, (payload: ApiFailure, query: Query) => ({ payload, ...meta(query) }));

  function reduce(state: PagedList<Kept, Query>, action: Action): PagedList<Kept, Query> {
    if (requested.match(action)) {
      const isSame = keepsRows || hasSameFilter(action.payload, state.query);
      const rows = isSame ? state.rows : [];
      return { ...state, query: action.payload, rows, status: 'pending', error: null };
    }
    if (moreRequested.match(action)) return { ...state, status: 'pending', error: null };
    if (loaded.match(action)) return withPage(state, action.payload);
    if (failed.match(action)) return { ...state, status: 'failed', error: action.payload };
    return state;
  }

  function withPage(state: PagedList<Kept, Query>, page: Page & Place): PagedList<Kept, Query> {
    const { data, total, offset, read = data.length } = page;
    const isFirst = offset === Number(state.query.offset ?? 0);
    const fresh = data.map(toEntry);
    // Rows added since the last page have moved the others, so this page can repeat some.
    const rows = unique(isFirst ? joinFirst(fresh, state.rows, total) : [...state.rows, ...fresh], getId);
    // `read` already counts rows that were added or removed since the last page.
    const before = isFirst ? offset : state.read;
    // A short page is not the last one if the server left out rows that cannot be shown.
    const isEnd = read < page.limit && (read === 0 || before + read >= total);
    return { ...state, rows, total, read: before + read, isEnd, status: 'ready' };
  }

  const isOwnAction = isAnyOf(requested, moreRequested, loaded, failed);

  function* run(action: ReturnType<typeof requested>) {
    const list = (yield* selectState((state) => find(state, action.meta.list))) ?? emptyList<Kept, Query>();
    const { query, read } = list;
    const offset = moreRequested.match(action) ? read : Number(query.offset ?? 0);
    try {
      const page = yield* load(query, { offset, limit }, list);
      yield put(loaded({ ...page, offset, limit: page.asked ?? limit }, query));
    } catch (error) {
      yield put(failed(toFailure(error), query));
    }
  }

  function* saga(): Generator {
    // While a page loads, requests for more are ignored; a new query cancels the running one.
    yield takeBy([requested, moreRequested], ({ meta }) => meta.list, run, moreRequested.match);
  }

  return { requested, moreRequested, loaded, failed, reduce, isOwnAction, saga };
}

interface PagedListOptions<Row, Query, Page> extends ListOptions<Row, Query, Page> {
  select(state: StoreState): PagedList<Row, Query>;
  /** Whether the rows stay until the response even if the query changes. */
  keepsRows?: boolean;
}

/**
 * Requesting the same query again keeps the rows until the response; a different query starts empty. An `offset` in the query
 * opens that page of a table; `moreRequested` loads what follows the last row.
 */
export function createPagedList<
  Row extends { _id: string },
  Query extends { offset?: number | string },
  Page extends ListPage<Row> = ListPage<Row>,
>({ select, keepsRows, ...options }: PagedListOptions<Row, Query, Page>) {
  const list = defineList<Row, Row, Query, Page>(options, {
    getKey: () => '',
    toEntry: (row) => row,
    getId: ({ _id }) => _id,
    find: select,
    keepsRows,
  });
  const initialState = emptyList<Row, Query>();

  /** Reloads the list on screen; does nothing if it was never loaded. */
  function* refresh() {
    const { status, query } = yield* selectState(select);
    if (status !== 'idle') yield put(list.requested(query));
  }

  return {
    ...list,
    select,
    refresh,
    initialState,
    moreRequested: () => list.moreRequested({} as Query),
    reducer: (state = initialState, action: Action) => list.reduce(state, action),
  };
}

interface PagedListsOptions<Row, Query, Page> extends ListOptions<string, Query, Page> {
  select(state: StoreState): PagedLists<Query>;
  getKey(query: Query): string;
  /** The key by which a row is stored. The feature stores the rows themselves, from `loaded`. */
  rowKey(row: Row): string;
}

/** Like `createPagedList`, with one list per query. `requestedIfMissing` skips lists that are loaded or loading. */
export function createPagedLists<Row, Query extends object, Page extends ListPage<Row> = ListPage<Row>>({
  select,
  getKey,
  rowKey,
  ...options
}: PagedListsOptions<Row, Query, Page>) {
  const lists = defineList<Row, string, Query & { offset?: undefined }, Page>(options, {
    getKey,
    toEntry: rowKey,
    getId: (key) => key,
    find: (state, key) => select(state)[key],
  });
  const requestedIfMissing = createAction<Query>(`${options.name}RequestedIfMissing`);
  const selectList = (query: Query) => (state: StoreState) => select(state)[getKey(query)];
  return {
    ...lists,
    requestedIfMissing,
    getKey,
    select: selectList,
    /** @param state an Immer draft */
    apply(state: PagedLists<Query>, action: Action & { meta: { list: string } }): void {
      const { list } = action.meta;
      state[list] = lists.reduce(state[list] ?? emptyList(), action);
    },
    *saga(): Generator {
      yield fork(lists.saga);
      yield takeEvery(requestedIfMissing, function* requestIfMissing({ payload }) {
        const list = yield* selectState(selectList(payload));
        if (!list || list.status === 'failed') yield put(lists.requested(payload));
      });
    },
  };
}

function getFilter({ offset: _page, ...filter }: { offset?: unknown }): string {
  return JSON.stringify(filter);
}

/** Whether two queries differ at most in the page. */
export const hasSameFilter = (one: { offset?: unknown }, other: { offset?: unknown }): boolean =>
  getFilter(one) === getFilter(other);

export function createFlag(begins: { match(action: Action): boolean }, ends: { match(action: Action): boolean }) {
  return (state = false, action: Action): boolean => (begins.match(action) ? true : ends.match(action) ? false : state);
}
