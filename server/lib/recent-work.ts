import { LRUCache } from 'lru-cache';

/** Maximum number of keys. Any other key counts as having no recent work. */
const KNOWN_KEYS = 10_000;

/** Sums up work per key; work counts half after `halfLifeMs`. `now` is in milliseconds since any fixed time. */
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
