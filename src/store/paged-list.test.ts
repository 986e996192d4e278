import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { settle } from '../../tests/harness/render-with-store';
import { ApiError } from '@/services/api-error';
import { createPagedList, createPagedLists, type ListPage, type PagedList, type PagedLists } from './paged-list';
import type { StoreState } from './state';

interface Row {
  _id: string;
}
interface Query {
  word?: string;
  offset?: number;
}
const getRows = (...ids: string[]): Row[] => ids.map((_id) => ({ _id }));

/** A list with two rows per page, whose responses the test provides. */
function open(options: { keepsRows?: boolean } = {}) {
  const asked: { query: Query; offset: number; answer(page: ListPage<Row> | Error): Promise<void> }[] = [];
  let state: PagedList<Row, Query>;
  const list = createPagedList<Row, Query>({
    name: 'test/rows',
    select: () => state,
    limit: 2,
    ...options,
    *load(query, { offset }): Generator<unknown, ListPage<Row>> {
      return (yield new Promise((resolve, reject) => {
        asked.push({
          query,
          offset,
          async answer(page) {
            if (page instanceof Error) reject(page);
            else resolve(page);
            await settle();
          },
        });
      })) as ListPage<Row>;
    },
  });
  state = list.initialState;
  const channel = stdChannel<Action>();
  const dispatch = (action: Action) => {
    state = list.reducer(state, action);
    channel.put(action);
  };
  runSaga({ channel, dispatch, getState: () => ({}) as StoreState }, list.saga);
  return { list, asked, dispatch, ids: () => state.rows.map(({ _id }) => _id), state: () => state };
}

describe('createPagedList', () => {
  it('loads more after the last row, and ends with a page that is not full', async () => {
    const { list, asked, dispatch, ids, state } = open();
    dispatch(list.requested({}));
    await asked[0]?.answer({ data: getRows('a', 'b'), total: 3 });
    expect(state()).toMatchObject({ status: 'ready', isEnd: false, total: 3 });
    dispatch(list.moreRequested());
    expect(asked[1]?.offset).toBe(2);
    await asked[1]?.answer({ data: getRows('c'), total: 3 });
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(state().isEnd).toBe(true);
  });

  it('shows a row only once if it moved to the next page', async () => {
    const { list, asked, dispatch, ids } = open();
    dispatch(list.requested({}));
    await asked[0]?.answer({ data: getRows('a', 'b'), total: 4 });
    dispatch(list.moreRequested());
    await asked[1]?.answer({ data: getRows('b', 'c'), total: 5 });
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('counts the rows that it leaves out in the offset of the next page', async () => {
    const { list, asked, dispatch, state } = open();
    dispatch(list.requested({}));
    await asked[0]?.answer({ data: getRows('a'), total: 9, read: 2 });
    expect(state().isEnd).toBe(false);
    dispatch(list.moreRequested());
    expect(asked[1]?.offset).toBe(2);
  });

  it('drops the response to a previous filter', async () => {
    const { list, asked, dispatch, ids } = open();
    dispatch(list.requested({ word: 'bread' }));
    dispatch(list.requested({ word: 'roll' }));
    await asked[1]?.answer({ data: getRows('roll'), total: 1 });
    await asked[0]?.answer({ data: getRows('bread'), total: 1 });
    expect(ids()).toEqual(['roll']);
  });

  it('keeps rows for the same filter on another page, and clears them for another filter', async () => {
    const { list, asked, dispatch, ids, state } = open();
    dispatch(list.requested({ word: 'a' }));
    await asked[0]?.answer({ data: getRows('a', 'b'), total: 3 });
    dispatch(list.requested({ word: 'a', offset: 2 }));
    expect(ids()).toEqual(['a', 'b']);
    expect(asked[1]?.offset).toBe(2);
    await asked[1]?.answer({ data: getRows('c'), total: 3 });
    expect(ids()).toEqual(['c']);
    dispatch(list.requested({ word: 'z' }));
    expect(state()).toMatchObject({ rows: [], status: 'pending' });
  });

  it('with keepsRows, keeps rows for any filter', async () => {
    const { list, asked, dispatch, ids } = open({ keepsRows: true });
    dispatch(list.requested({ word: 'a' }));
    await asked[0]?.answer({ data: getRows('a'), total: 1 });
    dispatch(list.requested({ word: 'z' }));
    expect(ids()).toEqual(['a']);
  });

  it('after a failure, stores the error, keeps its rows, and can request the same page again', async () => {
    const { list, asked, dispatch, ids, state } = open();
    dispatch(list.requested({}));
    await asked[0]?.answer({ data: getRows('a', 'b'), total: 3 });
    dispatch(list.moreRequested());
    await asked[1]?.answer(new ApiError(503, { message: 'Down for a moment.' }));
    expect(state()).toMatchObject({ status: 'failed', error: { message: 'Down for a moment.' } });
    expect(ids()).toEqual(['a', 'b']);
    dispatch(list.moreRequested());
    expect(asked[2]?.offset).toBe(2);
  });
});

function openMany() {
  const asked: { word: string; offset: number; answer(page: ListPage<Row> | Error): Promise<void> }[] = [];
  const state: PagedLists<{ word: string }> = {};
  const lists = createPagedLists<Row, { word: string }>({
    name: 'test/many',
    select: () => state,
    getKey: ({ word }) => word,
    rowKey: ({ _id }) => _id,
    limit: 2,
    *load({ word }, { offset }): Generator<unknown, ListPage<Row>> {
      return (yield new Promise((resolve, reject) => {
        asked.push({
          word,
          offset,
          async answer(page) {
            if (page instanceof Error) reject(page);
            else resolve(page);
            await settle();
          },
        });
      })) as ListPage<Row>;
    },
  });
  const channel = stdChannel<Action>();
  const dispatch = (action: Action) => {
    if (lists.isOwnAction(action)) lists.apply(state, action);
    channel.put(action);
  };
  runSaga({ channel, dispatch, getState: () => ({}) as StoreState }, lists.saga);
  return { lists, asked, dispatch, state };
}

describe('createPagedLists', () => {
  it('loads each list separately, stores row keys, and requests each page once', async () => {
    const { lists, asked, dispatch, state } = openMany();
    dispatch(lists.requested({ word: 'bread' }));
    dispatch(lists.requested({ word: 'roll' }));
    await asked[1]?.answer({ data: getRows('r'), total: 1 });
    await asked[0]?.answer({ data: getRows('a', 'b'), total: 3 });
    expect(state).toMatchObject({ bread: { rows: ['a', 'b'], isEnd: false }, roll: { rows: ['r'], isEnd: true } });
    dispatch(lists.moreRequested({ word: 'bread' }));
    dispatch(lists.moreRequested({ word: 'bread' }));
    expect(asked.slice(2)).toMatchObject([{ word: 'bread', offset: 2 }]);
  });

  it('requests a missing or failed list, but not a loaded one', async () => {
    const { lists, asked, dispatch } = openMany();
    dispatch(lists.requestedIfMissing({ word: 'bread' }));
    await asked[0]?.answer(new ApiError(503, { message: 'Down for a moment.' }));
    dispatch(lists.requestedIfMissing({ word: 'bread' }));
    await asked[1]?.answer({ data: getRows('a'), total: 1 });
    dispatch(lists.requestedIfMissing({ word: 'bread' }));
    expect(asked).toHaveLength(2);
  });
});
