import type { Task } from 'redux-saga';
import { fork, take } from 'redux-saga/effects';

/**
 * Fetches something that socket events also change. A response that was on its way when such an event came can be older than
 * the event: it is dropped and fetched again.
 *
 * @param changes types of the actions that those events become.
 */
export function* fetchFresh<T>(load: () => Generator<unknown, T>, changes: string[]): Generator<unknown, T> {
  while (true) {
    // Forked and no race with the request: where pages are rendered no event arrives any more, which would end a race.
    const listener = (yield fork(waitForChange, changes)) as Task;
    try {
      const response = yield* load();
      if (!listener.result()) return response;
    } finally {
      // No yield here: a saga that delegates to this generator would go on after its cancellation.
      listener.cancel();
    }
  }
}

function* waitForChange(changes: string[]) {
  yield take(changes);
  return true;
}
