import { LRUCache } from 'lru-cache';
import { createRecentWork } from './recent-work';

/** Keys of which it is known when they had their last turn; of one that is forgotten it counts as never. */
const KNOWN_KEYS = 10_000;

/** How fast work is forgotten that a key had, and the milliseconds of it from which on the key is a busy one. */
const HALF_LIFE_MS = 120_000;
const BUSY_MS = 5_000;
/** Milliseconds that a piece of work in line counts as: keys that bring much at once are busy before any of it is done. */
const IN_LINE_MS = 500;

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

/** A turn did not come in time, or the line was too long: its work was not begun. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
}

export type FairTurns = ReturnType<typeof createFairTurns>;

interface Waiting extends Required<Omit<Turn, 'maxWaitMs'>> {
  start(): void;
  /** Its key was a busy one when it started. */
  isBusy?: boolean;
}

interface FairTurnsOptions {
  max: number;
  maxPerKey?: number;
  maxSlow?: number;
  maxBusy?: number;
  now?(): number;
}

/**
 * A queue in this process in which one key with much work keeps the others waiting for one piece of it at most: the key that
 * had its last turn longest ago is next, and of keys that are even the one with the shorter work.
 *
 * @param options.max pieces of work at a time.
 * @param options.maxSlow the same of slow work: quick work finds a free place, however many keys bring slow work.
 * @param options.maxPerKey the same of one key, even while nobody else wants a turn: the next one to come finds a free place.
 * @param options.maxBusy the same of keys that had or want much work lately, all together: others find a free place. Given
 * that, the key that had and wants least is next, for pieces of work that differ much in length.
 * @param options.now milliseconds since some moment.
 */
export function createFairTurns({
  max,
  maxPerKey = max,
  maxSlow = max,
  maxBusy,
  now = () => performance.now(),
}: FairTurnsOptions) {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  const lastTurns = new LRUCache<string, number>({ max: KNOWN_KEYS });
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  let countRunning = 0;
  let countSlow = 0;
  let countBusy = 0;
  let countStarted = 0;

  /** Milliseconds of work that each waiting key had lately and wants; empty without `maxBusy`, which alone needs them. */
  function getLoads(): Map<string, number> {
    const loads = new Map<string, number>();
    if (maxBusy === undefined) return loads;
    for (const { key } of waiting) loads.set(key, (loads.get(key) ?? recent.getMs(key)) + IN_LINE_MS);
    return loads;
  }

  const isNext = (one: Waiting, other: Waiting, loads: Map<string, number>): boolean => {
    if (one.rank !== other.rank) return one.rank < other.rank;
    const [load, otherLoad] = [loads.get(one.key) ?? 0, loads.get(other.key) ?? 0];
    if (load !== otherLoad) return load < otherLoad;
    const [last, otherLast] = [lastTurns.peek(one.key) ?? 0, lastTurns.peek(other.key) ?? 0];
    return last === otherLast ? one.seconds < other.seconds : last < otherLast;
  };

  function startNext(): void {
    if (countRunning >= max) return;
    const loads = getLoads();
    const isBusy = (key: string) => (loads.get(key) ?? 0) > BUSY_MS;
    const ready = waiting.filter(
      ({ key, isSlow }) =>
        (running.get(key) ?? 0) < maxPerKey &&
        !(isSlow && countSlow >= maxSlow) &&
        !(isBusy(key) && countBusy >= (maxBusy ?? max)),
    );
    const [first, ...others] = ready;
    if (!first) return;
    // The first of those that are even: work that came earlier goes first.
    const next = others.reduce((best, one) => (isNext(one, best, loads) ? one : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    countRunning += 1;
    if (next.isSlow) countSlow += 1;
    next.isBusy = isBusy(next.key);
    if (next.isBusy) countBusy += 1;
    running.set(next.key, (running.get(next.key) ?? 0) + 1);
    lastTurns.set(next.key, (countStarted += 1));
    next.start();
    startNext();
  }

  function end({ key, isSlow, isBusy }: Waiting, startedAt: number): void {
    countRunning -= 1;
    if (isSlow) countSlow -= 1;
    if (isBusy) countBusy -= 1;
    if (maxBusy !== undefined) recent.add(key, now() - startedAt);
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
      const one: Waiting = { key, seconds, rank, isSlow, start: () => undefined };
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(new TurnTooLate(`no turn within ${maxWaitMs} ms`));
        };
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
        one.start = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.push(one);
        startNext();
      });
      const startedAt = now();
      try {
        return await work();
      } finally {
        end(one, startedAt);
      }
    },
  };
}
