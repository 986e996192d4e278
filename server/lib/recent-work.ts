import { LRUCache } from 'lru-cache';

/** Keys that are counted; one that is forgotten counts as having had nothing. */
const KNOWN_KEYS = 10_000;

/**
 * How long was worked for each key lately, in this process: what lies `halfLifeMs` back counts half.
 *
 * @param now milliseconds since some moment.
 */
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
