import { LRUCache } from 'lru-cache';
import { createRunningCounts } from './counters';
import { countDoublings, isBefore, type Standing } from './fair-order';
import { assertNoTransaction } from './open-transaction';
import { createRecentWork } from './recent-work';

/** For how many keys the last turn is stored. Any other key counts as never served. */
const KNOWN_KEYS = 10_000;

/** Half-life of a key's recent work, and how much of it makes the key busy. */
const HALF_LIFE_MS = 120_000;
const BUSY_MS = 5_000;
/** How much a waiting piece of work adds to its key's load, so that keys with much work are busy before any of it is done. */
const IN_LINE_MS = 500;
export interface Turn {
  key: string;
  /** Estimated length; shorter work goes first. */
  seconds?: number;
  /** Work of a higher rank waits for all work of lower ranks. */
  rank?: number;
  isSlow?: boolean;
  maxWaitMs?: number;
}

/** The work was not started, because its turn came too late or the queue was full. */
export class TurnTooLate extends Error {
  override readonly name = 'TurnTooLate';
}

export type FairTurns = ReturnType<typeof createFairTurns>;

interface Waiting extends Required<Omit<Turn, 'maxWaitMs'>> {
  start(): void;
  leave(): void;
  isBusy?: boolean;
  leaveRunning?(): void;
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

/**
 * Runs work in a fair order. The key whose last turn was longest ago is next; among equal keys, the one with the shorter work.
 *
 * @param options.maxSlow limits concurrent slow work, so that quick work finds a free slot
 * @param options.maxPerKey limits concurrent work of a key, even if no other key waits, so that the next one finds a free slot
 * @param options.maxBusy limits concurrent work of all busy keys together, so that others find a free slot. Also, the key with
 * the least recent and waiting work is then next: for work whose length varies greatly
 * @param options.maxInLine limits running and waiting work of a key; more is rejected immediately
 * @param options.evenMs load up to which keys count as equal; above it, each doubling makes a difference. Among equal keys, the
 * shorter work is next, and ranks count only among work of one length, so that new keys with long work do not overtake others
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
  const running = createRunningCounts();
  const lastTurns = new LRUCache<string, number>({ max: KNOWN_KEYS });
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  let countRunning = 0;
  let countSlow = 0;
  let countBusy = 0;
  let countStarted = 0;

  const isByLoad = maxBusy !== undefined || evenMs !== undefined;

  /** Caches each key's standing for one choice, because the queue can be long. */
  function createStandings() {
    const standings = new Map<string, Standing>();
    return (key: string): Standing => {
      const known = standings.get(key);
      if (known) return known;
      const load = isByLoad ? recent.getMs(key) + inLine.getCount(key) * IN_LINE_MS : 0;
      const step = evenMs === undefined ? load : countDoublings(load, evenMs);
      const isBusy = load > BUSY_MS;
      const isFull = running.getCount(key) >= maxPerKey || (isBusy && countBusy >= (maxBusy ?? max));
      const standing = { step, isBusy, isFull, lastTurn: lastTurns.peek(key) ?? 0 };
      standings.set(key, standing);
      return standing;
    };
  }

  /** Among equal candidates, the first in the queue. */
  function findNext(getStanding: (key: string) => Standing): Waiting | undefined {
    let best: { work: Waiting; standing: Standing } | undefined;
    for (const one of waiting) {
      const standing = getStanding(one.key);
      if (standing.isFull || (one.isSlow && countSlow >= maxSlow)) continue;
      const candidate = { work: one, standing };
      if (!best || isBefore(candidate, best, evenMs)) best = candidate;
    }
    return best?.work;
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
    next.leaveRunning = running.enter(next.key);
    lastTurns.set(next.key, (countStarted += 1));
    next.start();
    startNext();
  }

  function leaveLine(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1);
    one.leave();
  }

  function end({ key, isSlow, isBusy, leaveRunning }: Waiting, startedAt: number): void {
    countRunning -= 1;
    if (isSlow) countSlow -= 1;
    if (isBusy) countBusy -= 1;
    if (isByLoad) recent.add(key, now() - startedAt);
    leaveRunning?.();
    startNext();
  }

  function assertRoom(key: string): void {
    const count = running.getCount(key) + inLine.getCount(key);
    if (count >= maxInLine) throw new TurnTooLate(`Queue is full: ${count} of one caller run or wait`);
  }

  return {
    /** Must not be called inside a transaction, which would occupy its connection while waiting. @throws TurnTooLate */
    async run<T>({ key, seconds = 0, rank = 0, isSlow = false, maxWaitMs }: Turn, work: () => Promise<T>): Promise<T> {
      assertNoTransaction('a fair queue');
      assertRoom(key);
      const one: Waiting = { key, seconds, rank, isSlow, start: () => undefined, leave: inLine.enter(key) };
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          leaveLine(one);
          reject(new TurnTooLate(`Waited ${maxWaitMs} ms in the queue`));
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
