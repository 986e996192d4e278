import { createAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { createStore } from '@/composition/create-store';
import { fetchFresh } from './fetch-fresh';
import type { Feature } from './feature';
import type { StoreState } from './state';

const asked = createAction('test/asked');
const heard = createAction('test/heard');
const answered = createAction<number>('test/answered');

function getList(answers: Promise<number>[]): Feature {
  return {
    name: 'page',
    reducer: (state: number[] = [], action) => (answered.match(action) ? [...state, action.payload] : state),
    *saga() {
      yield takeLatest(asked, function* load() {
        const ask = function* (): Generator<unknown, number> {
          return (yield answers.shift()) as number;
        };
        yield put(answered(yield* fetchFresh(ask, [heard.type])));
      });
    },
  };
}

function start(answers: Promise<number>[]) {
  const store = createStore({
    callApi: () => Promise.reject(new Error('No call expected in this test')),
    navigate: () => undefined,
    getToken: () => undefined,
    socket: { current: null },
  });
  store.addFeatures([getList(answers)]);
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
});
