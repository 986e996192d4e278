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
