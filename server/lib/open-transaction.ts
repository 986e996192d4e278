import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  isOpen: boolean;
  onMisuse(error: Error): void;
}

const storage = new AsyncLocalStorage<OpenTransaction>();

/** @param onMisuse throws the error, or reports it where a request must not fail for it. */
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
 * Waiting for a connection while holding one deadlocks the pool: ten such calls on ten connections wait for each other. Promises
 *
 */
export function assertNoTransaction(what: string): void {
  const transaction = storage.getStore();
  if (!transaction?.isOpen) return;
  transaction.onMisuse(new Error(`Inside a transaction, do not use ${what}: pass "tx" instead.`));
}
