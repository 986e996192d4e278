import { AsyncResource } from 'node:async_hooks';
import { assertNoTransaction, inOpenTransaction } from '../lib/open-transaction';
import type { Db } from './client';
import { attemptAll, doInTime, finish, inTransaction, type Outcome, type Tx } from './transaction';

/** Works that share a transaction. */
const MOST_SHARING = 16;
/** Transactions at a time: while the database writes one, the next gathers. */
const MOST_UNDER_WAY = 2;
/**
 * Milliseconds that all of them wait for a lock. Then each tries alone, so that a row which somebody holds for long keeps
 * only those who want it.
 */
const LOCK_MS = 300;

interface Sharer {
  who: string;
  work(tx: Tx): Promise<unknown>;
  /** @param outcome null when everybody is to try alone. */
  resolve(outcome: Outcome<unknown> | null): void;
  reject(error: unknown): void;
}

/**
 * Lets works that come at about the same time share one transaction: begin, commit, and what they ask and write alike are paid
 * for once, and where they meet in one row nobody waits for anybody. When one of them fails, nothing is stored, and each is
 * done again in a transaction of its own, so that it is as if each had had one from the start. Only where nobody knows
 * whether it was stored do all of them fail.
 *
 * @returns a function like `inTransaction`. `who` is somebody whose works must not meet: they go one after the other, and
 * those who share a transaction begin in the order of this name.
 */
export function createSharedTransactions(db: Db): <T>(who: string, work: (tx: Tx) => Promise<T>) => Promise<T> {
  const waiting: Sharer[] = [];
  const busy = new Set<string>();
  let underWay = 0;

  /** Takes as many as may go together out of those who wait. */
  function gather(): Sharer[] {
    const group: Sharer[] = [];
    for (let index = 0; index < waiting.length && group.length < MOST_SHARING;) {
      const { who } = waiting[index] as Sharer;
      if (busy.has(who)) index += 1;
      else {
        busy.add(who);
        group.push(...waiting.splice(index, 1));
      }
    }
    return group.toSorted((a, b) => (a.who < b.who ? -1 : 1));
  }

  async function run(group: readonly Sharer[]): Promise<void> {
    const works = group.map(({ work }) => work);
    try {
      const { outcomes, error, isTakenBack } = await attemptAll(db, works, { lockMs: LOCK_MS });
      if (!outcomes && !isTakenBack) throw error;
      for (const [index, { resolve }] of group.entries()) resolve(outcomes?.[index] ?? null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function takeTurns(): void {
    while (underWay < MOST_UNDER_WAY) {
      const group = gather();
      if (group.length === 0) return;
      underWay += 1;
      void run(group).then(() => {
        underWay -= 1;
        for (const { who } of group) busy.delete(who);
        takeTurns();
      });
    }
  }

  return async <T>(who: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    assertNoTransaction('a transaction that others share');
    const outcome = await new Promise<Outcome<unknown> | null>((resolve, reject) => {
      // On behalf of who asked, whoever runs it.
      const own = AsyncResource.bind((tx: Tx) => inOpenTransaction(db.$onMisuse, () => doInTime(tx, work)));
      waiting.push({ who, work: own, resolve, reject });
      // After all requests that have arrived by now were read.
      if (underWay < MOST_UNDER_WAY) setImmediate(takeTurns);
    });
    return outcome === null ? inTransaction(db, work) : finish(db, outcome as Outcome<T>);
  };
}
