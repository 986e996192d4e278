import { call, race, take } from 'redux-saga/effects';

/**
 * Asks the server for something that its events tell of too. An answer that was on its way when such an event came may
 * be older than it: it is let go, and the question put again.
 *
 * @param changes types of the actions that those events become.
 */
export function* askAfresh<T>(ask: () => Generator<unknown, T>, changes: string[]): Generator<unknown, T> {
  while (true) {
    const { answer, change } = (yield race({ answer: call(ask), change: take(changes) })) as {
      answer: T;
      change?: object;
    };
    if (!change) return answer;
  }
}
