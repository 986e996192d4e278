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
  /** Answers kept; the oldest go first. */
  most: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Answers for which it is false are given once and not kept. */
  isWorthKeeping?(value: T): boolean;
}

/** Remembers answers in this process for a short time, so that what many ask at once is worked out once. */
export function createTtlCache<T>({ ttlMs, most, now, isWorthKeeping = () => true }: TtlCacheOptions<T>): TtlCache<T> {
  const kept = new Map<string, { until: number; value: Promise<T>; answer?: T }>();
  return {
    get(key, ask) {
      assertNoTransaction('what others remember');
      const known = kept.get(key);
      if (known && now() < known.until) return known.value;
      const entry: { until: number; value: Promise<T>; answer?: T } = { until: now() + ttlMs, value: ask() };
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      // A failure is not an answer.
      entry.value.then((value) => {
        entry.answer = value;
        if (!isWorthKeeping(value)) drop();
      }, drop);
      // Set anew, so that the order of keys is the order of age.
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return entry.value;
    },
    known(key) {
      const entry = kept.get(key);
      return entry && now() < entry.until ? entry.answer : undefined;
    },
    forget: () => kept.clear(),
  };
}
