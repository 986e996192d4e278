/** Counts what runs now, by key: connections or answers of a network. */
export function createRunningCounts() {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  return {
    countOf,
    /** Counts one more. @returns how to count it no more */
    enter(key: string): () => void {
      counts.set(key, countOf(key) + 1);
      return () => {
        const left = countOf(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
