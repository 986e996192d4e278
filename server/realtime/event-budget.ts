/** Events of one socket in one window. A video connection sends some dozens at its start; nobody types that fast. */
const MOST = 200;
const WINDOW_MS = 10_000;

/** Counts what a socket says. @returns false for what is too much, to be ignored. */
export function createEventBudget(now: () => number = Date.now): () => boolean {
  let windowStart = now();
  let count = 0;
  return () => {
    if (now() - windowStart > WINDOW_MS) {
      windowStart = now();
      count = 0;
    }
    count += 1;
    return count <= MOST;
  };
}
