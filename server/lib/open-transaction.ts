import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  isOpen: boolean;
  onMisuse(error: Error): void;
}

const storage = new AsyncLocalStorage<OpenTransaction>();

/**
 * Runs `work` as part of a transaction: what asks the pool before it ends is found by `assertNoTransaction`.
 *
 * @param onMisuse gets the error; it throws it, or reports it where a call must not fail for it.
 */
export async function inOpenTransaction<T>(onMisuse: (error: Error) => void, work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true, onMisuse };
  try {
    // Awaited within: a query that is only returned begins when it is awaited.
    return await storage.run(transaction, async () => await work());
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Refuses what waits for a connection, or for somebody who may wait for one, while this call holds one in a transaction.
 * Ten such calls on ten connections would wait for each other until they all fail, and everybody else with them.
 * Promises R-10.
 *
 * @param what is asked for, for the message.
 */
export function assertNoTransaction(what: string): void {
  const transaction = storage.getStore();
  if (!transaction?.isOpen) return;
  transaction.onMisuse(new Error(`Inside a transaction everything uses its connection, not ${what}: hand "tx" on.`));
}
