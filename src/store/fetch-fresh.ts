import type { Task } from 'redux-saga';
import { fork, take } from 'redux-saga/effects';

const MAX_DROPS = 2;

/**
 * Fetches data that socket events also change. If such an event arrives during the request, the response can be older than the
 * event, so it is dropped and fetched again.
 *
 * @param changes types of the actions that those events dispatch
 * @param mergeable the same for frequent events, of which the caller merges the last: they drop no more than two responses
 */
export function* fetchFresh<T>(
  load: () => Generator<unknown, T>,
  changes: string[],
  mergeable: string[] = [],
): Generator<unknown, T> {
  for (let drops = 0; ; drops += 1) {
    // A fork, not a race: server rendering closes the store's channel, which would end the race.
    const listener = (yield fork(waitForChange, drops < MAX_DROPS ? [...changes, ...mergeable] : changes)) as Task;
    try {
      const response = yield* load();
      if (!listener.result()) return response;
    } finally {
      // No yield here: a saga that delegates to this generator would continue after its cancellation.
      listener.cancel();
    }
  }
}

function* waitForChange(changes: string[]) {
  yield take(changes);
  return true;
}
