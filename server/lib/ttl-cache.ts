import { LRUCache } from 'lru-cache';
import { assertNoTransaction } from './open-transaction';

export interface TtlCache<T> {
  /**
   * What is remembered under the key, else what `ask` answers; many who ask at once share one question. Not inside a
   * transaction: whose question it is may be waiting for a connection.
   */
  get(key: string, ask: () => Promise<T>): Promise<T>;
  /** What is remembered already, without waiting for anybody: also inside a transaction. */
  known(key: string): T | undefined;
  forget(): void;
}

export interface TtlCacheOptions<T> {
  /** Milliseconds. */
  ttlMs: number;
  /** Answers kept; those that nobody asked for longest go first. */
  most: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Answers for which it is false are given once and not kept. */
  isWorthKeeping?(value: T): boolean;
}

/** Remembers answers in this process for a short time, so that what many ask at once is worked out once. */
export function createTtlCache<T>({ ttlMs, most, now, isWorthKeeping = () => true }: TtlCacheOptions<T>): TtlCache<T> {
  // The library keeps through the last millisecond. It asks for the time with each question, so that a clock which is set counts at once.
  const kept = new LRUCache<string, { value: Promise<T>; answer?: T }>({
    max: most,
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get(key, ask) {
      assertNoTransaction('what others remember');
      const known = kept.get(key);
      if (known) return known.value;
      const entry: { value: Promise<T>; answer?: T } = { value: ask() };
      const drop = () => {
        if (kept.peek(key) === entry) kept.delete(key);
      };
      // A failure is not an answer.
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
