import { assertNoTransaction } from './open-transaction';

/** Runs `work` after everything that was handed in before under the same key. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Queues by key, in this process: what concerns one conversation or one person happens in the order it was asked for,
 * while others do not wait. Not inside a transaction, which would keep its connection while it waits. A failure is its caller's; the next in line runs all the same.
 */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    assertNoTransaction('a turn in a queue');
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
