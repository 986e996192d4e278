import { LRUCache } from 'lru-cache';

export interface WindowBudgetOptions {
  /** Points of one window. */
  most: number;
  windowMs: number;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** Takes points. @returns false for what does not fit any more, of which nothing is counted. */
export type WindowBudget = (points?: number) => boolean;

/** Counts points in windows of time, in this process. */
export function createWindowBudget({ most, windowMs, now = Date.now }: WindowBudgetOptions): WindowBudget {
  let windowStart = now();
  let taken = 0;
  return (points = 1) => {
    if (now() - windowStart > windowMs) {
      windowStart = now();
      taken = 0;
    }
    if (taken + points > most) return false;
    taken += points;
    return true;
  };
}

/** Keys that are counted; for those used longest ago counting starts over. */
const KNOWN_KEYS = 20_000;

/** Counts points by key, each in windows of its own. @returns a function as `WindowBudget`, for a key that may have `most` */
export function createWindowBudgets(windowMs: number): (key: string, most: number, points?: number) => boolean {
  const budgets = new LRUCache<string, WindowBudget>({ max: KNOWN_KEYS });
  return (key, most, points) => {
    const take = budgets.get(key) ?? createWindowBudget({ most, windowMs });
    budgets.set(key, take);
    return take(points);
  };
}

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
