import { and, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { guessCounters } from '../../../../db/schema/logins';

export interface Counted {
  key: string;
  tries: number;
  endsAt: Date;
}

export interface Counter {
  key: string;
  windowMs: number;
}

export interface CountInput {
  now: Date;
  /** The counter that causes a lock: at `most` attempts its window restarts, twice as long as for the previous lock. */
  lock: Counter & { most: number };
}

const DAY_MS = 24 * 3600 * 1000;
/** So locks grow from 15 minutes to 16 hours. */
const MAX_DOUBLINGS = 6;

export function createLoginThrottleRepository(db: Db) {
  const { tries, locks, endsAt } = guessCounters;

  /** Locks in the same order as `count`, so that two requests cannot deadlock. */
  const lockKeys = (keys: readonly string[]) =>
    db
      .select({ key: guessCounters.key })
      .from(guessCounters)
      .where(inArray(guessCounters.key, keys))
      .orderBy(sql`${guessCounters.key} collate "C"`)
      .for('update');

  return {
    list: (keys: readonly string[], now: Date): Promise<Counted[]> =>
      db
        .select({ key: guessCounters.key, tries, endsAt })
        .from(guessCounters)
        .where(and(inArray(guessCounters.key, keys), gt(endsAt, now))),

    async count(counters: readonly Counter[], { now, lock }: CountInput): Promise<Counted[]> {
      const isOver = sql`${endsAt} <= ${now}`;
      const locksNow = sql`${guessCounters.key} = ${lock.key} and not (${isOver}) and ${tries} + 1 = ${lock.most}`;
      const doubled = sql`${now}::timestamptz + ${lock.windowMs} * power(2, least(${locks}, ${MAX_DOUBLINGS})) * interval '1 ms'`;
      return db
        .insert(guessCounters)
        .values(
          counters
            .toSorted((one, other) => (one.key < other.key ? -1 : 1))
            .map(({ key, windowMs }) => ({ key, tries: 1, endsAt: new Date(now.getTime() + windowMs) })),
        )
        .onConflictDoUpdate({
          target: guessCounters.key,
          set: {
            tries: sql`case when ${isOver} then 1 else ${tries} + 1 end`,
            locks: sql`case when ${endsAt} <= ${new Date(now.getTime() - DAY_MS)} then 0 when ${locksNow} then ${locks} + 1 else ${locks} end`,
            endsAt: sql`case when ${isOver} then excluded.ends_at when ${locksNow} then ${doubled} else ${endsAt} end`,
          },
        })
        .returning({ key: guessCounters.key, tries, endsAt });
    },

    async giveBack(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db
        .update(guessCounters)
        .set({ tries: sql`greatest(${tries} - 1, 0)` })
        .where(inArray(guessCounters.key, lockKeys(keys)));
    },

    async remove(keys: readonly string[]): Promise<void> {
      await db.delete(guessCounters).where(inArray(guessCounters.key, lockKeys(keys)));
    },

    /** Counters are kept for a day after they expire, because `locks` counts the locks of the last day. */
    async removeOld(now: Date): Promise<void> {
      await db.delete(guessCounters).where(lt(endsAt, new Date(now.getTime() - DAY_MS)));
    },
  };
}
