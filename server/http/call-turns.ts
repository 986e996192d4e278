import { createFairTurns } from '../lib/fair-turns';
import { createWindowBudgets } from '../lib/counters';
import { toWidestNetworkKey } from '../lib/ip-network';
import type { RateClass } from './rate-limits';

export interface TurnCaller {
  key: string;
  isGuest: boolean;
}

/** @throws TurnTooLate if the work waited too long for its turn */
export type RunInTurn = <T>(caller: TurnCaller, work: () => Promise<T>) => Promise<T>;

export interface CallKind {
  isSearch?: boolean;
  /** The call might wait for a third party. */
  asksOthers?: boolean;
  /** Finds the account whose owner logs in from a known device; null if the device is not known. */
  findOwner?(): Promise<string | null>;
}

/** Guests take turns by their widest network. Otherwise one of them could use 65,536 small networks, each with its own turn. */
export const getTurnCaller = (accountId: string | undefined, ip: string): TurnCaller =>
  accountId === undefined ? { key: toWidestNetworkKey(ip), isGuest: true } : { key: accountId, isGuest: false };

/** Maximum concurrent requests per caller, given enough connections. An account's money requests run one at a time anyway. */
const READS_OF_ONE = 4;
const CHANGES_OF_ONE = 2;
const SALES_OF_ONE = 1;
const ENTRIES_OF_ONE = 2;
const OUTSIDE_OF_ONE = 2;
/** Maximum of running and queued searches and logins per caller. Other requests are bounded by the rate limit. */
const MAX_SEARCHES_IN_LINE = 100;
const MAX_ENTRIES_IN_LINE = 20;
/** Maximum time in the queue: a late search result is useless, and a request may take only 30 seconds in all. */
const MAX_SEARCH_WAIT_MS = 10_000;
const MAX_ENTRY_WAIT_MS = 20_000;
/** How many logins per account and minute go first; so even many accounts cannot keep others out for long. */
const MAX_FIRST_ENTRIES = 5;
const MINUTE_MS = 60_000;

/**
 * Divides the connections among kinds of requests; most use one, some two. Reads and writes leave connections to sales, logins
 * and files. Searches can take seconds, so they get only part of the reads: other reads, and callers who search little, always
 * find a free slot. Entries are logins and sign-ups. Requests to third parties use a connection only part of the time.
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
 * Queues requests fairly by caller, who could otherwise send a minute's worth of requests at once. Guests' searches wait for
 * those of accounts, because an attacker has more networks than accounts; but guests can use the slot that busy accounts leave
 * free. Without `isLimited`, only reads and sales are queued.
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

/** Signed-in accounts, and owners on a device known to their account, go first: no number of networks can lock them out. */
function createEntryTurns(options: ReturnType<typeof countTurns>['entries']) {
  const atEntering = createFairTurns(options);
  // Each lookup is one short query.
  const atLooking = createFairTurns({ max: 2, maxPerKey: 1, maxInLine: MAX_ENTRIES_IN_LINE });
  const isFirst = createWindowBudgets(MINUTE_MS);
  return async <T>(caller: TurnCaller, work: () => Promise<T>, findOwner: CallKind['findOwner']): Promise<T> => {
    const { key, isGuest } = caller;
    const account = !isGuest ? key : findOwner && (await atLooking.run({ key }, findOwner));
    const turn = account && isFirst(account, MAX_FIRST_ENTRIES) ? { key: account, rank: 0 } : { key, rank: 1 };
    return atEntering.run({ ...turn, maxWaitMs: MAX_ENTRY_WAIT_MS }, work);
  };
}
