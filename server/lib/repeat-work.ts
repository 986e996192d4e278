/**
 * Repeats `work`, but never runs it twice at the same time, and does not keep the process alive. @returns a function that stops
 * it and waits for the current run
 */
export function repeatWork(
  work: () => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError(error: unknown): void },
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = null));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
