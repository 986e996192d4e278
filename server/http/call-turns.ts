import { createFairTurns } from '../lib/fair-turns';
import type { RateClass } from './rate-limits';

/** Runs a call when it is its caller's turn. */
export type RunInTurn = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/** Reads of one caller at a time, where there are connections enough, and the same of changes. */
const READS_OF_ONE = 4;
const CHANGES_OF_ONE = 2;

/**
 * How many calls may be worked on at a time, all together and of one caller: most reads use one connection to the database, some
 * two. What is left is for money, log-ins and files, which do not wait here. Slow reads are those that look for words: however
 * many callers do, other reads find a free place.
 *
 * @param connections to the database that this process may open.
 */
export function countTurns(connections: number) {
  const reads = Math.max(2, Math.floor(connections * 0.6));
  const changes = Math.max(1, Math.floor(connections * 0.3));
  return {
    reads: {
      max: reads,
      maxPerKey: Math.min(READS_OF_ONE, Math.floor(reads / 2)),
      maxSlow: Math.max(1, Math.floor(reads / 3)),
    },
    changes: { max: changes, maxPerKey: Math.min(CHANGES_OF_ONE, Math.ceil(changes / 2)) },
  };
}

/**
 * Turns at calls, by caller: budgets of a minute may come in one moment, and some calls read or write hundreds of long texts.
 *
 * @param options.isLimited whether callers are limited at all; reads take turns in any case.
 * @returns what runs a call of a class in its turn, slow reads in fewer places; undefined for one that waits for nobody.
 */
export function createCallTurns({ connections, isLimited }: { connections: number; isLimited: boolean }) {
  const { reads, changes } = countTurns(connections);
  const atReading = createFairTurns(reads);
  const atChanging = isLimited ? createFairTurns(changes) : undefined;
  return (rateClass: RateClass, { isSlow }: { isSlow: boolean }): RunInTurn | undefined => {
    switch (rateClass) {
      case 'read':
      case 'search':
        return (key, work) => atReading.run({ key, isSlow }, work);
      case 'write':
        return atChanging && ((key, work) => atChanging.run({ key }, work));
      default:
        return undefined;
    }
  };
}
