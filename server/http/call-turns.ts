import { createFairTurns, type FairTurns } from '../lib/fair-turns';
import type { RateClass } from './rate-limits';

/** Reads of one caller at a time, where there are connections enough, and the same of changes. */
const READS_OF_ONE = 4;
const CHANGES_OF_ONE = 2;

/**
 * How many calls may be worked on at a time, all together and of one caller: most reads use one connection to the database, some
 * two. What is left is for money, log-ins and files, which do not wait here.
 *
 * @param connections to the database that this process may open.
 */
export function countTurns(connections: number) {
  const reads = Math.max(2, Math.floor(connections * 0.6));
  const changes = Math.max(1, Math.floor(connections * 0.3));
  return {
    reads: { max: reads, maxPerKey: Math.min(READS_OF_ONE, Math.floor(reads / 2)) },
    changes: { max: changes, maxPerKey: Math.min(CHANGES_OF_ONE, Math.ceil(changes / 2)) },
  };
}

/**
 * Turns at calls, by caller: budgets of a minute may come in one moment, and some calls read or write hundreds of long texts.
 *
 * @param options.isLimited whether callers are limited at all; reads take turns in any case.
 * @returns the turns of a class of calls; undefined for one that waits for nobody.
 */
export function createCallTurns({ connections, isLimited }: { connections: number; isLimited: boolean }) {
  const { reads, changes } = countTurns(connections);
  const atReading = createFairTurns(reads);
  const atChanging = isLimited ? createFairTurns(changes) : undefined;
  return (rateClass: RateClass): FairTurns | undefined => {
    if (rateClass === 'read' || rateClass === 'search') return atReading;
    return rateClass === 'write' ? atChanging : undefined;
  };
}
