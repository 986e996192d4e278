import { LRUCache } from 'lru-cache';
import { assertNoTransaction } from './open-transaction';

export interface TtlCache<T> {
  /** Concurrent callers share `ask`. Not inside a transaction: the caller that asks may be waiting for a connection. */
  get(key: string, ask: () => Promise<T>): Promise<T>;
  /** The cached value, without waiting; allowed inside a transaction. */
  known(key: string): T | undefined;
  forget(): void;
}

export interface TtlCacheOptions<T> {
  ttlMs: number;
  most: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** A value for which it is false is returned once and not cached. */
  isWorthKeeping?(value: T): boolean;
}

export function createTtlCache<T>({ ttlMs, most, now, isWorthKeeping = () => true }: TtlCacheOptions<T>): TtlCache<T> {
  // The library includes the last millisecond. Without a resolution it reads the clock on every access, so that a changed clock
  // counts at once.
  const kept = new LRUCache<string, { value: Promise<T>; answer?: T }>({
    max: most,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get(key, ask) {
      assertNoTransaction('a shared cache');
      const known = kept.get(key);
      if (known) return known.value;
      const entry: { value: Promise<T>; answer?: T } = { value: ask() };
      const drop = () => {
        if (kept.peek(key) === entry) kept.delete(key);
      };
      // Failures are not cached.
      entry.value.then((value) => {
        entry.answer = value;
        if (!isWorthKeeping(value)) drop();
      }, drop);
      kept.set(key, entry);
      return entry.value;
    },
    known(key) {
      return kept.get(key)?.answer;
    },
    forget: () => kept.clear(),
  };
}
