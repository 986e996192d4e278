import { useSyncExternalStore } from 'react';
import { VIEWER_TIME_ZONE } from '@/lib/dates';

const MINUTE_MS = 60_000;

/** The current time, shared by all relative times on the page and updated once a minute. */
let moment = 0;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
const onServer = () => null;

/** Without watchers no timer runs, so reading updates the time. */
function readMoment(): number {
  const now = Date.now();
  if (watchers.size === 0 && Math.abs(now - moment) >= MINUTE_MS) moment = now;
  return moment;
}

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

/** Milliseconds since 1970, the same for the whole page; null on the server and during hydration. */
export function useNow(): number | null {
  return useSyncExternalStore(watchMoment, readMoment, onServer);
}

/** The viewer's zone; UTC on the server and during hydration, so that both render the same. @param now from `useNow` */
export const zoneAt = (now: number | null): string | undefined => (now === null ? 'UTC' : VIEWER_TIME_ZONE);

export const useZone = (): string | undefined => zoneAt(useNow());
