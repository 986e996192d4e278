/** Runs at most `most` pieces of work at a time; the others wait in order. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody new slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
