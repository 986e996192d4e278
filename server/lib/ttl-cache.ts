import { LRUCache } from 'lru-cache';
import { assertNoTransaction } from './open-transaction';

export interface TtlCache<T> {
  /**
   * Concurrent callers share one call to `ask`. Must not be used inside a transaction: the caller that runs `ask` may be
   * waiting for a connection.
   */
  get(key: string, ask: () => Promise<T>): Promise<T>;
  /** The cached value, if it is already there. Allowed inside a transaction. */
  known(key: string): T | undefined;
  forget(): void;
}

export interface TtlCacheOptions<T> {
  ttlMs: number;
  most: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** If it returns false for a value, that is returned but not cached. */
  isWorthKeeping?(value: T): boolean;
}

export function createTtlCache<T>({ ttlMs, most, now, isWorthKeeping = () => true }: TtlCacheOptions<T>): TtlCache<T> {
  // `ttlMs - 1`, because the library includes the last millisecond. With a resolution of 0 it reads the clock on every access,
  // so that tests can change the clock.
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
