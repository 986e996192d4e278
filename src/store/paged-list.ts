import { createAction, isAnyOf, type Action } from '@reduxjs/toolkit';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { unique } from '@/lib/unique';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from './call-endpoint';
import type { StoreState } from './state';
import { takeBy } from './take-by';

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

/** Lists of one sort by the keys of what they ask for. Their rows are keys of what lies elsewhere, once for all lists. */
export type PagedLists<Query> = Record<string, PagedList<string, Query>>;

export interface ListPage<Row> {
  data: Row[];
  total: number;
  /** How many the server gave, where some of them are left out of `data`. */
  read?: number;
  /** How many it was asked for, where that is less than a page. */
  asked?: number;
}

interface Place {
  offset: number;
  limit: number;
}

interface ListOptions<Kept, Query, Page> {
  /** What its actions begin with: `payment/charges`. */
  name: string;
  /** Rows a page. */
  limit: number;
  /** One page. Whatever it throws is the list's failure. @param list as it is so far. */
  load(query: Query, place: Place, list: PagedList<Kept, Query>): Generator<unknown, Page>;
  /** The first page with what the list has already; it takes the place of that unless told otherwise. */
  joinFirst?(page: Kept[], before: Kept[], total: number): Kept[];
}

interface Shape<Row, Kept, Query> {
  /** Which list an action means, where there are several. */
  getKey(query: Query): string;
  toEntry(row: Row): Kept;
  getId(kept: Kept): string;
  find(state: StoreState, key: string): PagedList<Kept, Query> | undefined;
  keepsRows?: boolean;
}

/** Nothing yet, and nobody asked. */
export const emptyList = <Kept, Query>(): PagedList<Kept, Query> => ({
  query: {} as Query,
  rows: [],
  total: 0,
  read: 0,
  isEnd: false,
  status: 'idle',
  error: null,
});

/** A list without rows that are gone on the server, too: what comes next begins that much earlier. */
export function withoutRows<Row, List extends PagedList<Row, unknown>>(
  list: List,
  isGone: (row: Row) => boolean,
): List {
  const rows = list.rows.filter((row) => !isGone(row));
  const gone = list.rows.length - rows.length;
  return gone === 0 ? list : { ...list, rows, read: list.read - gone, total: list.total - gone };
}

/** What one list and many lists have in common: their actions, what these do to a list, and who asks the server. */
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
      const isSame = keepsRows || getFilter(action.payload) === getFilter(state.query);
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
    // Whoever came into the list meanwhile moved the others on: the next page begins with some that are here already.
    const rows = unique(isFirst ? joinFirst(fresh, state.rows, total) : [...state.rows, ...fresh], getId);
    // Rows that came or went meanwhile are counted already.
    const before = isFirst ? offset : state.read;
    // Rows that cannot be shown are left out of a page, so that a short one with more to come is not the last.
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
    // The same part is never asked for twice; another query makes an end of the one before it.
    yield takeBy([requested, moreRequested], ({ meta }) => meta.list, run, moreRequested.match);
  }

  return { requested, moreRequested, loaded, failed, reduce, isOwnAction, saga };
}

interface PagedListOptions<Row, Query, Page> extends ListOptions<Row, Query, Page> {
  select(state: StoreState): PagedList<Row, Query>;
  /** What is on screen stays until the answer is there for another query, too. */
  keepsRows?: boolean;
}

/**
 * A list that is loaded in pages: its state, its actions and its saga. The same query again keeps what is on screen until
 * the answer is there; another one begins with nothing. An `offset` in the query opens that page of a table; `moreRequested`
 * goes on where the list ends.
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

  /** Asks anew for what is on screen; a list that nobody has opened yet stays closed. */
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
  /** Tells the list of one query from those of others. */
  getKey(query: Query): string;
  /** The key of a row in the store. The rows themselves come with `loaded`, for whoever keeps them. */
  rowKey(row: Row): string;
}

/** Lists as `createPagedList` makes one, as many as there are queries. `wanted` asks only for what is not here. */
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
    /** Changes the lists, which are a slice's draft, as an action says that `isOwnAction` matches. */
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

/** What a query narrows the list by, whichever page it opens. */
function getFilter({ offset: _page, ...filter }: { offset?: unknown }): string {
  return JSON.stringify(filter);
}

/** True from one action to another: something is under way. */
export function createFlag(begins: { match(action: Action): boolean }, ends: { match(action: Action): boolean }) {
  return (state = false, action: Action): boolean => (begins.match(action) ? true : ends.match(action) ? false : state);
}
