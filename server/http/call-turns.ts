import { createFairTurns } from '../lib/fair-turns';
import { createWindowBudgets } from '../lib/counters';
import { toWidestNetworkKey } from '../lib/ip-network';
import type { RateClass } from './rate-limits';

/** An account, or the network of guests. */
export interface TurnCaller {
  key: string;
  isGuest: boolean;
}

/** Runs a call when it is its caller's turn. @throws TurnTooLate */
export type RunInTurn = <T>(caller: TurnCaller, work: () => Promise<T>) => Promise<T>;

/** A call, as far as its turn depends on it. */
export interface CallKind {
  isSearch?: boolean;
  /** It may wait for another company. */
  asksOthers?: boolean;
  /** The account of a log-in from a device that has logged in to it before; null for strangers. */
  findOwner?(): Promise<string | null>;
}

/**
 * Guests take turns by their wide network where there is one: each call could come from another one of its 65,536 small ones, which
 * had no turn yet and would be next every time.
 */
export const getTurnCaller = (accountId: string | undefined, ip: string): TurnCaller =>
  accountId === undefined ? { key: toWidestNetworkKey(ip), isGuest: true } : { key: accountId, isGuest: false };

/** Calls of one caller at a time, where there are connections enough. Money of one account is done one by one in any case. */
const READS_OF_ONE = 4;
const CHANGES_OF_ONE = 2;
const SALES_OF_ONE = 1;
const ENTRIES_OF_ONE = 2;
const OUTSIDE_OF_ONE = 2;
/** Searches and entries of one caller that run or wait; of other calls as many as its budget of a minute has. */
const MAX_SEARCHES_IN_LINE = 100;
const MAX_ENTRIES_IN_LINE = 20;
/** How long they wait: a search with those of others ahead is soon no use to its caller, and a call has half a minute for all of it. */
const MAX_SEARCH_WAIT_MS = 10_000;
const MAX_ENTRY_WAIT_MS = 20_000;
/** Log-ins of an account that go before those of strangers, in a minute: who has many accounts keeps no stranger out for long. */
const MAX_FIRST_ENTRIES = 5;
const MINUTE_MS = 60_000;

/**
 * How many calls may be worked on at a time, all together and of one caller: most use one connection to the database, some two. What
 * reads and changes leave is for sales, log-ins and files. Searches are reads that look for words, which may take
 * seconds: however many callers do, other reads find a free place, and so does a search of somebody who does not search much.
 * Sign-ups and log-ins are entries. Calls that wait for other companies hold a connection for a part of their time only.
 *
 * @param connections to the database that this process may open.
 */
export function countTurns(connections: number) {
  const reads = Math.max(2, Math.floor(connections * 0.6));
  const changes = Math.max(1, Math.floor(connections * 0.3));
  const searches = Math.max(Math.min(2, reads - 1), Math.floor(reads / 3));
  const sales = Math.max(2, Math.floor(connections * 0.4));
  const entries = Math.max(2, Math.floor(connections * 0.3));
  return {
    reads: { max: reads, maxPerKey: Math.min(READS_OF_ONE, Math.floor(reads / 2)) },
    searches: {
      max: searches,
      maxPerKey: Math.max(1, Math.floor(searches / 4)),
      maxBusy: Math.max(1, searches - Math.ceil(searches / 4)),
      maxInLine: MAX_SEARCHES_IN_LINE,
    },
    changes: { max: changes, maxPerKey: Math.min(CHANGES_OF_ONE, Math.ceil(changes / 2)) },
    sales: { max: sales, maxPerKey: SALES_OF_ONE },
    entries: {
      max: entries,
      maxPerKey: Math.min(ENTRIES_OF_ONE, Math.ceil(entries / 2)),
      maxBusy: entries - 1,
      maxInLine: MAX_ENTRIES_IN_LINE,
    },
    outside: { max: Math.max(2, connections), maxPerKey: OUTSIDE_OF_ONE },
  };
}

/**
 * Turns at calls, by caller: budgets of a minute may come in one moment, and some calls read or write hundreds of long texts.
 * Searches of guests wait for those of accounts, which cannot be had by the thousand; the place that busy accounts leave is theirs, too.
 *
 * @param options.isLimited whether callers are limited at all; reads and sales take turns in any case.
 * @returns what runs a call of a class in its turn; undefined for one that waits for nobody.
 */
export function createCallTurns({ connections, isLimited }: { connections: number; isLimited: boolean }) {
  const { reads, searches, changes, sales, entries, outside } = countTurns(connections);
  const atReading = createFairTurns(reads);
  const atSearching = createFairTurns(searches);
  const atChanging = createFairTurns(changes);
  const atSelling = createFairTurns(sales);
  const atAsking = createFairTurns(outside);
  const runEntry = createEntryTurns(entries);

  const runRead: RunInTurn = ({ key }, work) => atReading.run({ key }, work);
  const runSearch: RunInTurn = (caller, work) => {
    const turn = { key: caller.key, rank: caller.isGuest ? 1 : 0, maxWaitMs: MAX_SEARCH_WAIT_MS };
    return atSearching.run(turn, () => runRead(caller, work));
  };
  const runSale: RunInTurn = ({ key }, work) => atSelling.run({ key }, work);

  return (
    rateClass: RateClass,
    { isSearch = false, asksOthers = false, findOwner }: CallKind = {},
  ): RunInTurn | undefined => {
    if (rateClass === 'read' || rateClass === 'search') return isSearch ? runSearch : runRead;
    if (rateClass === 'money' && !asksOthers) return runSale;
    if (!isLimited) return undefined;
    if (asksOthers) return ({ key }, work) => atAsking.run({ key }, work);
    if (rateClass === 'login' || rateClass === 'register' || rateClass === 'send')
      return (caller, work) => runEntry(caller, work, findOwner);
    return ({ key }, work) => atChanging.run({ key }, work);
  };
}

/**
 * Turns at log-ins and sign-ups, most of which wait for a password to be hashed. Accounts go first, those signed in and those whose
 * owner comes from a device that has logged in before, so that no number of networks keeps them out.
 */
function createEntryTurns(options: ReturnType<typeof countTurns>['entries']) {
  const atEntering = createFairTurns(options);
  // Each is one short look for a row.
  const atLooking = createFairTurns({ max: 2, maxPerKey: 1, maxInLine: MAX_ENTRIES_IN_LINE });
  const isFirst = createWindowBudgets(MINUTE_MS);
  return async <T>(caller: TurnCaller, work: () => Promise<T>, findOwner: CallKind['findOwner']): Promise<T> => {
    const { key, isGuest } = caller;
    const account = !isGuest ? key : findOwner && (await atLooking.run({ key }, findOwner));
    const turn = account && isFirst(account, MAX_FIRST_ENTRIES) ? { key: account, rank: 0 } : { key, rank: 1 };
    return atEntering.run({ ...turn, maxWaitMs: MAX_ENTRY_WAIT_MS }, work);
  };
}
