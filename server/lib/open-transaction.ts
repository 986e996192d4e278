import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  isOpen: boolean;
  onMisuse(error: Error): void;
}

const storage = new AsyncLocalStorage<OpenTransaction>();

/**
 * Runs `work` as part of a transaction, so that `assertNoTransaction` detects uses of the pool.
 *
 * @param onMisuse throws the error, or reports it where a request must not fail for it.
 */
export async function inOpenTransaction<T>(onMisuse: (error: Error) => void, work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true, onMisuse };
  try {
    // Awaited here: a lazy query that is only returned starts when it is awaited.
    return await storage.run(transaction, async () => await work());
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Rejects waiting for a connection, or for another call that may wait for one, while this call holds one in a transaction: ten
 * such calls on ten connections would block each other, and everyone else, until they fail. Promises R-10.
 *
 * @param what names the misused resource in the message.
 */
export function assertNoTransaction(what: string): void {
  const transaction = storage.getStore();
  if (!transaction?.isOpen) return;
  transaction.onMisuse(new Error(`Inside a transaction everything uses its connection, not ${what}: hand "tx" on.`));
}
