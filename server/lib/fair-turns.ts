import { LRUCache } from 'lru-cache';

/** Keys of which it is known when they had their last turn; of one that is forgotten it counts as never. */
const KNOWN_KEYS = 10_000;

export interface Turn {
  /** The account or network that work is done for. */
  key: string;
  /** Seconds that the work takes, roughly: shorter work goes before longer work. */
  seconds?: number;
  /** Work of a higher rank waits for all work of a lower one. */
  rank?: number;
  /** Work that may take seconds. */
  isSlow?: boolean;
  /** Milliseconds in line after which the turn is given up. */
  maxWaitMs?: number;
}

/** A turn did not come in time: its work was not begun. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
}

export type FairTurns = ReturnType<typeof createFairTurns>;

interface Waiting extends Required<Omit<Turn, 'maxWaitMs'>> {
  start(): void;
}

/**
 * A queue in this process in which one key with much work keeps the others waiting for one piece of it at most: the key that
 * had its last turn longest ago is next, and of keys that are even the one with the shorter work.
 *
 * @param options.max pieces of work at a time.
 * @param options.maxSlow the same of slow work: quick work finds a free place, however many keys bring slow work.
 * @param options.maxPerKey the same of one key, even while nobody else wants a turn: the next one to come finds a free place.
 */
export function createFairTurns({
  max,
  maxPerKey = max,
  maxSlow = max,
}: Record<'max', number> & Partial<Record<'maxPerKey' | 'maxSlow', number>>) {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  const lastTurns = new LRUCache<string, number>({ max: KNOWN_KEYS });
  let countRunning = 0;
  let countSlow = 0;
  let countStarted = 0;

  const isNext = (one: Waiting, other: Waiting): boolean => {
    if (one.rank !== other.rank) return one.rank < other.rank;
    const [last, otherLast] = [lastTurns.peek(one.key) ?? 0, lastTurns.peek(other.key) ?? 0];
    return last === otherLast ? one.seconds < other.seconds : last < otherLast;
  };

  function startNext(): void {
    if (countRunning >= max) return;
    const ready = waiting.filter(
      ({ key, isSlow }) => (running.get(key) ?? 0) < maxPerKey && !(isSlow && countSlow >= maxSlow),
    );
    const [first, ...others] = ready;
    if (!first) return;
    // The first of those that are even: work that came earlier goes first.
    const next = others.reduce((best, one) => (isNext(one, best) ? one : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    countRunning += 1;
    if (next.isSlow) countSlow += 1;
    running.set(next.key, (running.get(next.key) ?? 0) + 1);
    lastTurns.set(next.key, (countStarted += 1));
    next.start();
    startNext();
  }

  function end({ key, isSlow }: Pick<Waiting, 'key' | 'isSlow'>): void {
    countRunning -= 1;
    if (isSlow) countSlow -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    startNext();
  }

  return {
    /**
     * Runs `work` when it is its turn. A failure is the caller's; the next in line runs all the same.
     *
     * @throws TurnTooLate
     */
    async run<T>({ key, seconds = 0, rank = 0, isSlow = false, maxWaitMs }: Turn, work: () => Promise<T>): Promise<T> {
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(new TurnTooLate());
        };
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
        const start = () => {
          clearTimeout(timer);
          resolve();
        };
        const one = { key, seconds, rank, isSlow, start };
        waiting.push(one);
        startNext();
      });
      try {
        return await work();
      } finally {
        end({ key, isSlow });
      }
    },
  };
}
