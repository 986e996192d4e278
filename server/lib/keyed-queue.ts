import { assertNoTransaction } from './open-transaction';

export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work of the same key one at a time. Must not be used inside a transaction, which would occupy its connection while
 * waiting. Errors are thrown to their caller, and the queue continues.
 */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    assertNoTransaction('a keyed queue');
    const before = tails.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    tails.set(key, turn);
    try {
      return await turn;
    } finally {
      if (tails.get(key) === turn) tails.delete(key);
    }
  };
}
