/**
 * Runs `work` every so often in this process, never twice at once; the process can end meanwhile.
 *
 * @param onError told what a turn failed with; the next turn comes all the same.
 * @returns a function that stops it, and waits for the turn that runs.
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
