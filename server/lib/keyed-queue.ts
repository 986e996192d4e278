import { assertNoTransaction } from './open-transaction';

export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Not inside a transaction, which would keep its connection while it waits. Errors go to their caller, and the queue continues.
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
