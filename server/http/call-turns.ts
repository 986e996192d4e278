import { createFairTurns, TurnTooLate } from '../lib/fair-turns';
import { createRunningCounts } from '../lib/counters';
import { toNetworkKey, toWideNetworkKey } from '../lib/ip-network';
import type { RateClass } from './rate-limits';

/** An account, or the network of guests. */
export interface TurnCaller {
  key: string;
  isGuest: boolean;
}

/** Runs a call when it is its caller's turn. @throws TurnTooLate */
export type RunInTurn = <T>(caller: TurnCaller, work: () => Promise<T>) => Promise<T>;

/**
 * Guests take turns by their wide network where there is one: each call could come from another one of its 65,536 small ones, which
 * had no turn yet and would be next every time.
 */
export const getTurnCaller = (accountId: string | undefined, ip: string): TurnCaller =>
  accountId === undefined
    ? { key: toWideNetworkKey(ip) ?? toNetworkKey(ip), isGuest: true }
    : { key: accountId, isGuest: false };

/** Reads of one caller at a time, where there are connections enough, and the same of changes. */
const READS_OF_ONE = 4;
const CHANGES_OF_ONE = 2;
/** Searches of one caller that run or wait, and how long one waits: with those of others ahead it is soon no use to its caller. */
const MAX_SEARCHES_IN_LINE = 100;
const MAX_SEARCH_WAIT_MS = 10_000;

/**
 * How many calls may be worked on at a time, all together and of one caller: most reads use one connection to the database, some
 * two. What is left is for money, log-ins and files, which do not wait here. Searches are reads that look for words, which may take
 * seconds: however many callers do, other reads find a free place, and so does a search of somebody who does not search much.
 *
 * @param connections to the database that this process may open.
 */
export function countTurns(connections: number) {
  const reads = Math.max(2, Math.floor(connections * 0.6));
  const changes = Math.max(1, Math.floor(connections * 0.3));
  const searches = Math.max(Math.min(2, reads - 1), Math.floor(reads / 3));
  return {
    reads: { max: reads, maxPerKey: Math.min(READS_OF_ONE, Math.floor(reads / 2)) },
    searches: {
      max: searches,
      maxPerKey: Math.max(1, Math.floor(searches / 4)),
      maxBusy: Math.max(1, searches - Math.ceil(searches / 4)),
    },
    changes: { max: changes, maxPerKey: Math.min(CHANGES_OF_ONE, Math.ceil(changes / 2)) },
  };
}

/**
 * Turns at calls, by caller: budgets of a minute may come in one moment, and some calls read or write hundreds of long texts.
 * Searches of guests wait for those of accounts, which cannot be had by the thousand; the place that busy accounts leave is theirs, too.
 *
 * @param options.isLimited whether callers are limited at all; reads take turns in any case.
 * @returns what runs a call of a class in its turn; undefined for one that waits for nobody.
 */
export function createCallTurns({ connections, isLimited }: { connections: number; isLimited: boolean }) {
  const { reads, searches, changes } = countTurns(connections);
  const atReading = createFairTurns(reads);
  const atSearching = createFairTurns(searches);
  const atChanging = isLimited ? createFairTurns(changes) : undefined;
  const searching = createRunningCounts();

  const runRead: RunInTurn = ({ key }, work) => atReading.run({ key }, work);
  const runSearch: RunInTurn = async (caller, work) => {
    const { key, isGuest } = caller;
    if (searching.getCount(key) >= MAX_SEARCHES_IN_LINE) throw new TurnTooLate('many searches of one caller wait');
    const leave = searching.enter(key);
    try {
      const turn = { key, rank: isGuest ? 1 : 0, maxWaitMs: MAX_SEARCH_WAIT_MS };
      return await atSearching.run(turn, () => runRead(caller, work));
    } finally {
      leave();
    }
  };

  return (rateClass: RateClass, { isSearch }: { isSearch: boolean }): RunInTurn | undefined => {
    switch (rateClass) {
      case 'read':
      case 'search':
        return isSearch ? runSearch : runRead;
      case 'write':
        return atChanging && (({ key }, work) => atChanging.run({ key }, work));
      default:
        return undefined;
    }
  };
}
