import type { Task } from 'redux-saga';
import { fork, take } from 'redux-saga/effects';

/**
 * Asks the server for something that its events tell of too. An answer that was on its way when such an event came may
 * be older than it: it is let go, and the question put again.
 *
 * @param changes types of the actions that those events become.
 */
export function* fetchFresh<T>(ask: () => Generator<unknown, T>, changes: string[]): Generator<unknown, T> {
  while (true) {
    // Beside the question and no race with it: where pages are drawn nothing is heard any more, which would end a race.
    const listener = (yield fork(hear, changes)) as Task;
    try {
      const answer = yield* ask();
      if (!listener.result()) return answer;
    } finally {
      // Nothing is yielded here: who delegates to this generator would go on after being cancelled.
      listener.cancel();
    }
  }
}

function* hear(changes: string[]) {
  yield take(changes);
  return true;
}
