import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  isOpen: boolean;
  onMisuse(error: Error): void;
}

const storage = new AsyncLocalStorage<OpenTransaction>();

/** @param onMisuse throws the error, or only reports it where a request must not fail because of it */
export async function inOpenTransaction<T>(onMisuse: (error: Error) => void, work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true, onMisuse };
  try {
    // Awaited inside the scope: a lazy query that `work` only returns starts when it is awaited.
    return await storage.run(transaction, async () => await work());
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Throws or reports if called inside a transaction. Waiting for a connection while holding one can deadlock the pool: ten such
 * requests on ten connections would wait for each other. Promises R-10.
 */
export function assertNoTransaction(what: string): void {
  const transaction = storage.getStore();
  if (!transaction?.isOpen) return;
  transaction.onMisuse(new Error(`Inside a transaction, do not use ${what}: pass "tx" instead.`));
}
