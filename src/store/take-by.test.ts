import { createAction, type Action } from '@reduxjs/toolkit';
import { runSaga, stdChannel, type Saga } from 'redux-saga';
import { settle } from '../../tests/harness/render-with-store';
import { takeLatestBy, takeLeadingBy } from './take-by';

const asked = createAction<{ row: string; turn: number }>('test/asked');

function start(takeOne: typeof takeLatestBy) {
  const begun: string[] = [];
  const ended: string[] = [];
  let waiting: (() => void)[] = [];
  function* work({ payload: { row, turn } }: ReturnType<typeof asked>): Generator {
    begun.push(`${row}${turn}`);
    yield new Promise<void>((resolve) => waiting.push(resolve));
    ended.push(`${row}${turn}`);
  }
  const channel = stdChannel<Action>();
  const saga: Saga = function* () {
    yield takeOne(asked, ({ payload }) => payload.row, work);
  };
  runSaga({ channel }, saga);
  const ask = (row: string, turn: number) => channel.put(asked({ row, turn }));
  const end = async () => {
    for (const resolve of waiting) resolve();
    waiting = [];
    await settle();
  };
  return { begun, ended, ask, end };
}

it('takeLeadingBy: ignores a second action of the same key until the first is done', async () => {
  const { begun, ended, ask, end } = start(takeLeadingBy);
  ask('a', 1);
  ask('a', 2);
  ask('b', 1);
  expect(begun).toEqual(['a1', 'b1']);
  await end();
  ask('a', 3);
  await end();
  expect(ended).toEqual(['a1', 'b1', 'a3']);
});

it('takeLatestBy: cancels only the previous action of the same key', async () => {
  const { ended, ask, end } = start(takeLatestBy);
  ask('a', 1);
  ask('b', 1);
  ask('a', 2);
  await end();
  expect(ended).toEqual(['b1', 'a2']);
});
