/** Counts what runs now, by key: connections or answers of a network. */
export function createRunningCounts() {
  const counts = new Map<string, number>();
  const getCount = (key: string): number => counts.get(key) ?? 0;
  return {
    getCount,
    /** Counts one more. @returns how to count it no more */
    enter(key: string): () => void {
      counts.set(key, getCount(key) + 1);
      return () => {
        const left = getCount(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
