import { createAction } from '@reduxjs/toolkit';
import { renderHook } from '@testing-library/react';
import { useChangeSheet } from './use-change-sheet';
import type { ChangeState } from './change-slice';

vi.mock('@/store/hooks', () => ({ useAppDispatch: () => () => undefined }));

const opened = createAction('opened');

function openSheet(change: ChangeState) {
  const onDone = vi.fn();
  const { rerender } = renderHook(
    (state: ChangeState) => useChangeSheet({ open: true, change: state, opened, onDone }),
    {
      initialProps: change,
    },
  );
  return { onDone, set: (state: Partial<ChangeState>) => rerender({ ...change, ...state }) };
}
const idle: ChangeState = { status: 'idle', error: null, done: 3 };

it('reports the success of each change that began while the sheet was open, once', () => {
  const { onDone, set } = openSheet(idle);
  set({ status: 'pending' });
  expect(onDone).not.toHaveBeenCalled();
  set({ done: 4 });
  expect(onDone).toHaveBeenCalledTimes(1);
  set({ status: 'pending', done: 4 });
  set({ status: 'failed', done: 4 });
  expect(onDone).toHaveBeenCalledTimes(1);
  set({ status: 'pending', done: 4 });
  set({ done: 5 });
  expect(onDone).toHaveBeenCalledTimes(2);
});

it.each([
  ['succeeded', { status: 'idle', done: 4 }],
  ['failed', { status: 'failed', done: 3 }],
] as const)('does not report a change that began before the sheet opened and %s', (_how, end) => {
  const { onDone, set } = openSheet({ ...idle, status: 'pending' });
  set(end);
  expect(onDone).not.toHaveBeenCalled();
  set({ ...end, status: 'pending' });
  set({ status: 'idle', done: end.done + 1 });
  expect(onDone).toHaveBeenCalledTimes(1);
});
