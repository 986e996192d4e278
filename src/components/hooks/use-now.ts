import { useSyncExternalStore } from 'react';
import { VIEWER_TIME_ZONE } from '@/lib/dates';

const MINUTE_MS = 60_000;

/** The moment that running times on the page are counted from; moves on once a minute. */
let moment = 0;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
const onServer = () => null;

/** While nobody watches, nothing moves it on. */
function readMoment(): number {
  const now = Date.now();
  if (watchers.size === 0 && Math.abs(now - moment) >= MINUTE_MS) moment = now;
  return moment;
}

/** One timer for all times on the page. */
function watchMoment(onChange: () => void): () => void {
  readMoment();
  watchers.add(onChange);
  timer ??= setInterval(() => {
    moment = Date.now();
    for (const watcher of watchers) watcher();
  }, MINUTE_MS);
  return () => {
    watchers.delete(onChange);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since 1970, the same for the whole page; null on the server and while the page comes alive. */
export function useNow(): number | null {
  return useSyncExternalStore(watchMoment, readMoment, onServer);
}

/**
 * The reader's own zone; UTC on the server and while the page comes alive, so that both say the same.
 *
 * @param now as `useNow` tells it.
 */
export const zoneAt = (now: number | null): string | undefined => (now === null ? 'UTC' : VIEWER_TIME_ZONE);

/** The same for who needs no moment. */
export const useZone = (): string | undefined => zoneAt(useNow());
