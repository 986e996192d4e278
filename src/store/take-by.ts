import type { Action } from '@reduxjs/toolkit';
import type { Channel, Task } from 'redux-saga';
import { actionChannel, cancel, fork, take, takeEvery, type ActionPattern, type ForkEffect } from 'redux-saga/effects';

/**
 * Milliseconds for which the other rows of a list stay closed once one has done its work. It may have left, and the next one
 * moved under a finger that taps twice.
 */
export const DOUBLE_TAP_MS = 500;

type Worker<A extends Action> = (action: A) => Generator;
/** What an action is about: a row, a conversation, a list. */
type KeyOf<A extends Action> = (action: A) => string;

/**
 * One at a time for each key; actions with different keys go on side by side.
 *
 * @param shouldIgnore whether an action is ignored while another of its key runs; else that one is cancelled.
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

/** One after another, in the order in which they were asked for; none is dropped, and none cancelled. */
export const takeInOrder = <A extends Action>(pattern: ActionPattern<A>, worker: Worker<A>): ForkEffect =>
  fork(function* takeNext() {
    const queue = (yield actionChannel(pattern)) as Channel<A>;
    for (;;) yield* worker((yield take(queue)) as A);
  });

/** As `takeLatest` of redux-saga, for each key by itself. */
export const takeLatestBy = <A extends Action>(pattern: ActionPattern<A>, getKey: KeyOf<A>, worker: Worker<A>) =>
  takeBy(pattern, getKey, worker, () => false);

/**
 * As `takeLeading` of redux-saga, for each key by itself: a second press on the same row goes for nothing, a press on another
 * row does not.
 */
export const takeLeadingBy = <A extends Action>(pattern: ActionPattern<A>, getKey: KeyOf<A>, worker: Worker<A>) =>
  takeBy(pattern, getKey, worker, () => true);
