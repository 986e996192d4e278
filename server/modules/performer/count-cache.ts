/** Milliseconds. */
const LIFE_MS = 5_000;
/** Totals under this are counted every time: they are cheap, and people notice when they are off by one. */
const LEAST = 500;
const MOST = 1_000;

/**
 * Remembers large totals for some seconds. Counting ten thousand creators takes ten times as long as reading a page of
 * them, and nobody can tell 9,812 from 9,813. A remembered total may include creators who have blocked this viewer.
 */
export function createCountCache(now: () => number) {
  const totals = new Map<string, { total: number; until: number }>();
  return {
    async read(key: string, count: () => Promise<number>): Promise<number> {
      const known = totals.get(key);
      if (known && known.until > now()) return known.total;
      const total = await count();
      if (totals.size >= MOST) totals.clear();
      if (total >= LEAST) totals.set(key, { total, until: now() + LIFE_MS });
      else totals.delete(key);
      return total;
    },
  };
}
