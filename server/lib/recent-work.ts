import { LRUCache } from 'lru-cache';

/** Maximum number of keys; any other key counts as having no recent work. */
const KNOWN_KEYS = 10_000;

/** Sums work per key; work from `halfLifeMs` ago counts half. `now` is milliseconds from any fixed origin. */
export function createRecentWork({ halfLifeMs, now }: { halfLifeMs: number; now(): number }) {
  const sums = new LRUCache<string, { ms: number; at: number }>({ max: KNOWN_KEYS });
  const getMs = (key: string): number => {
    const sum = sums.get(key);
    return sum ? sum.ms * 2 ** ((sum.at - now()) / halfLifeMs) : 0;
  };
  return {
    getMs,
    add: (key: string, ms: number) => void sums.set(key, { ms: getMs(key) + ms, at: now() }),
  };
}
