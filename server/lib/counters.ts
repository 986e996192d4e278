import { LRUCache } from 'lru-cache';

export interface WindowBudgetOptions {
  most: number;
  windowMs: number;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** Takes points. @returns false if not all of them fit; then none are taken */
export type WindowBudget = (points?: number) => boolean;

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

/** Maximum number of keys. Beyond it, those not used for longest start again at zero. */
const KNOWN_KEYS = 20_000;

export function createWindowBudgets(windowMs: number): (key: string, most: number, points?: number) => boolean {
  const budgets = new LRUCache<string, WindowBudget>({ max: KNOWN_KEYS });
  return (key, most, points) => {
    const take = budgets.get(key) ?? createWindowBudget({ most, windowMs });
    budgets.set(key, take);
    return take(points);
  };
}

export function createRunningCounts() {
  const counts = new Map<string, number>();
  const getCount = (key: string): number => counts.get(key) ?? 0;
  return {
    getCount,
    /** Counts one more. @returns a function that uncounts it */
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
