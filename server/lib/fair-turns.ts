import { LRUCache } from 'lru-cache';
import { createRunningCounts } from './counters';
import { assertNoTransaction } from './open-transaction';
import { createRecentWork } from './recent-work';

/** Keys of which it is known when they had their last turn; of one that is forgotten it counts as never. */
const KNOWN_KEYS = 10_000;

/** How fast work is forgotten that a key had, and the milliseconds of it from which on the key is a busy one. */
const HALF_LIFE_MS = 120_000;
const BUSY_MS = 5_000;
/** Milliseconds that a piece of work in line counts as: keys that bring much at once are busy before any of it is done. */
const IN_LINE_MS = 500;
/** Seconds up to which pieces of work are even, where lengths are told apart at all. */
const EVEN_SECONDS = 0.05;

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
  /** Counts it no more among those that wait. */
  leave(): void;
  /** Its key was a busy one when it started. */
  isBusy?: boolean;
}

interface Standing {
  /** By the milliseconds of work that the key had lately and wants; zero where nothing goes by it. */
  step: number;
  isBusy: boolean;
  /** It may have nothing more at a time. */
  isFull: boolean;
  lastTurn: number;
}

interface FairTurnsOptions {
  max: number;
  maxPerKey?: number;
  maxSlow?: number;
  maxBusy?: number;
  maxInLine?: number;
  evenMs?: number;
  now?(): number;
}

/** How often something was doubled; 0 for what is not above `even`. */
const countDoublings = (amount: number, even: number): number => Math.floor(Math.log2(Math.max(1, amount / even)));

/**
 * A queue in this process in which one key with much work keeps the others waiting for one piece of it at most: the key that
 * had its last turn longest ago is next, and of keys that are even the one with the shorter work.
 *
 * @param options.max pieces of work at a time.
 * @param options.maxSlow the same of slow work: quick work finds a free place, however many keys bring slow work.
 * @param options.maxPerKey the same of one key, even while nobody else wants a turn: the next one to come finds a free place.
 * @param options.maxBusy the same of keys that had or want much work lately, all together: others find a free place. Given
 * that, the key that had and wants least is next, for pieces of work that differ much in length.
 * @param options.maxInLine pieces of work of one key that run or wait; more are refused at once.
 * @param options.evenMs milliseconds of work up to which keys are even in that, and then by doublings: of even ones, the one with
 * the shorter work is next, and ranks count only among those of one length. So those that never had a turn go before no others with
 * long work.
 * @param options.now milliseconds since some moment.
 */
export function createFairTurns({
  max,
  maxPerKey = max,
  maxSlow = max,
  maxBusy,
  maxInLine = Infinity,
  evenMs,
  now = () => performance.now(),
}: FairTurnsOptions) {
  const waiting: Waiting[] = [];
  const inLine = createRunningCounts();
  const running = new Map<string, number>();
  const lastTurns = new LRUCache<string, number>({ max: KNOWN_KEYS });
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  let countRunning = 0;
  let countSlow = 0;
  let countBusy = 0;
  let countStarted = 0;

  const isByLoad = maxBusy !== undefined || evenMs !== undefined;

  const getLength = ({ seconds }: Waiting): number =>
    evenMs === undefined ? 0 : countDoublings(seconds, EVEN_SECONDS);

  function isNext(one: Waiting, standing: Standing, other: Waiting, otherStanding: Standing): boolean {
    if (evenMs === undefined && one.rank !== other.rank) return one.rank < other.rank;
    if (standing.step !== otherStanding.step) return standing.step < otherStanding.step;
    const [length, otherLength] = [getLength(one), getLength(other)];
    if (length !== otherLength) return length < otherLength;
    if (one.rank !== other.rank) return one.rank < other.rank;
    if (standing.lastTurn !== otherStanding.lastTurn) return standing.lastTurn < otherStanding.lastTurn;
    return one.seconds < other.seconds;
  }

  /** How a key stands while it is chosen who is next: once for each key, since a line may be long. */
  function createStandings() {
    const standings = new Map<string, Standing>();
    return (key: string): Standing => {
      const known = standings.get(key);
      if (known) return known;
      const load = isByLoad ? recent.getMs(key) + inLine.getCount(key) * IN_LINE_MS : 0;
      const step = evenMs === undefined ? load : countDoublings(load, evenMs);
      const isBusy = load > BUSY_MS;
      const isFull = (running.get(key) ?? 0) >= maxPerKey || (isBusy && countBusy >= (maxBusy ?? max));
      const standing = { step, isBusy, isFull, lastTurn: lastTurns.peek(key) ?? 0 };
      standings.set(key, standing);
      return standing;
    };
  }

  /** The first of those that are even: work that came earlier goes first. */
  function findNext(getStanding: (key: string) => Standing): Waiting | undefined {
    let best: Waiting | undefined;
    let bestStanding: Standing | undefined;
    for (const one of waiting) {
      const standing = getStanding(one.key);
      if (standing.isFull || (one.isSlow && countSlow >= maxSlow)) continue;
      if (best && bestStanding && !isNext(one, standing, best, bestStanding)) continue;
      [best, bestStanding] = [one, standing];
    }
    return best;
  }

  function startNext(): void {
    if (countRunning >= max) return;
    const getStanding = createStandings();
    const next = findNext(getStanding);
    if (!next) return;
    leaveLine(next);
    countRunning += 1;
    if (next.isSlow) countSlow += 1;
    next.isBusy = getStanding(next.key).isBusy;
    if (next.isBusy) countBusy += 1;
    running.set(next.key, (running.get(next.key) ?? 0) + 1);
    lastTurns.set(next.key, (countStarted += 1));
    next.start();
    startNext();
  }

  function leaveLine(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1);
    one.leave();
  }

  function end({ key, isSlow, isBusy }: Waiting, startedAt: number): void {
    countRunning -= 1;
    if (isSlow) countSlow -= 1;
    if (isBusy) countBusy -= 1;
    if (isByLoad) recent.add(key, now() - startedAt);
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    startNext();
  }

  function assertRoom(key: string): void {
    const count = (running.get(key) ?? 0) + inLine.getCount(key);
    if (count >= maxInLine) throw new TurnTooLate(`${count} of one caller wait`);
  }

  return {
    /**
     * Runs `work` when it is its turn. A failure is the caller's; the next in line runs all the same. Not inside a transaction, which
     * would keep its connection while it waits.
     *
     * @throws TurnTooLate
     */
    async run<T>({ key, seconds = 0, rank = 0, isSlow = false, maxWaitMs }: Turn, work: () => Promise<T>): Promise<T> {
      assertNoTransaction('a turn');
      assertRoom(key);
      const one: Waiting = { key, seconds, rank, isSlow, start: () => undefined, leave: inLine.enter(key) };
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          leaveLine(one);
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
