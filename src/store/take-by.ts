import type { Action } from '@reduxjs/toolkit';
import type { Channel, Task } from 'redux-saga';
import { actionChannel, cancel, fork, take, takeEvery, type ActionPattern, type ForkEffect } from 'redux-saga/effects';

/**
 * Milliseconds for which a list ignores other rows after an action. The row may disappear, so that the second tap of a double
 * tap would hit the next row.
 */
export const DOUBLE_TAP_MS = 500;

type Worker<A extends Action> = (action: A) => Generator;
type KeyOf<A extends Action> = (action: A) => string;

/**
 * Runs at most one worker at a time per key.
 *
 * @param shouldIgnore true: ignore the action while the worker of its key runs; false: cancel that worker
 */
export const takeBy = <A extends Action>(
  pattern: ActionPattern<A>,
  getKey: KeyOf<A>,
  worker: Worker<A>,
  shouldIgnore: (action: A) => boolean,
): ForkEffect =>
  fork(function* takeEach() {
    const tasks = new Map<string, Task>();
    yield takeEvery(pattern, function* takeOne(action: A) {
      const key = getKey(action);
      const before = tasks.get(key);
      if (before?.isRunning() && shouldIgnore(action)) return;
      if (before) yield cancel(before);
      tasks.set(key, yield fork(worker, action));
    });
  });

/** Runs one worker at a time, in the order of the actions; drops and cancels none. */
export const takeInOrder = <A extends Action>(pattern: ActionPattern<A>, worker: Worker<A>): ForkEffect =>
  fork(function* takeNext() {
    const queue = (yield actionChannel(pattern)) as Channel<A>;
    for (;;) yield* worker((yield take(queue)) as A);
  });

export const takeLatestBy = <A extends Action>(pattern: ActionPattern<A>, getKey: KeyOf<A>, worker: Worker<A>) =>
  takeBy(pattern, getKey, worker, () => false);

/** `takeLeading` per key: ignores a second press on a row, but not a press on another row. */
export const takeLeadingBy = <A extends Action>(pattern: ActionPattern<A>, getKey: KeyOf<A>, worker: Worker<A>) =>
  takeBy(pattern, getKey, worker, () => true);
