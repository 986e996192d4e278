import { createAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { createStore } from '@/composition/create-store';
import { settle } from '../../tests/harness/render-with-store';
import { fetchFresh } from './fetch-fresh';
import type { Feature } from './feature';
import type { StoreState } from './state';

const asked = createAction('test/asked');
const heard = createAction('test/heard');
const answered = createAction<number>('test/answered');

function getList(answers: Promise<number>[], changes: string[], mergeable: string[]): Feature {
  return {
    name: 'page',
    reducer: (state: number[] = [], action) => (answered.match(action) ? [...state, action.payload] : state),
    *saga() {
      yield takeLatest(asked, function* load() {
        const ask = function* (): Generator<unknown, number> {
          return (yield answers.shift()) as number;
        };
        yield put(answered(yield* fetchFresh(ask, changes, mergeable)));
      });
    },
  };
}

function start(answers: Promise<number>[], changes = [heard.type], mergeable: string[] = []) {
  const store = createStore({
    callApi: () => Promise.reject(new Error('No call expected in this test')),
    navigate: () => undefined,
    getToken: () => undefined,
    socket: { current: null },
  });
  store.addFeatures([getList(answers, changes, mergeable)]);
  return { store, told: (): unknown => (store.getState() as StoreState).page };
}

describe('fetchFresh', () => {
  it('returns the response during server rendering, where no events arrive', async () => {
    const { store, told } = start([Promise.resolve(1)]);
    await store.settle([asked()]);
    expect(told()).toEqual([1]);
  });

  it('fetches again if a change arrives while the request is pending', async () => {
    const { store, told } = start([Promise.resolve(1), Promise.resolve(2), Promise.resolve(3)]);
    store.dispatch(asked());
    store.dispatch(heard());
    await store.settle([]);
    expect(told()).toEqual([2]);
  });

  it.each([
    ['drops every response that a change may outdate', [heard.type], [], [5]],
    ['drops two responses if the caller can merge the change', [], [heard.type], [3]],
  ])('%s', async (_what, changes, mergeable, expected) => {
    const resolve: ((value: number) => void)[] = [];
    const answers = Array.from({ length: 5 }, () => new Promise<number>((done) => resolve.push(done)));
    const { store, told } = start(answers, changes, mergeable);
    store.dispatch(asked());
    for (let turn = 1; turn <= 5; turn += 1) {
      if (turn < 5) store.dispatch(heard());
      resolve[turn - 1]?.(turn);
      await settle();
    }
    expect(told()).toEqual(expected);
  });
});
