import { useSyncExternalStore } from 'react';
import { readersZone } from '@/lib/dates';

const MINUTE_MS = 60_000;

/** The moment that running times on the page are counted from; moves on once a minute. */
let moment = 0;
const readMoment = () => (moment ||= Date.now());
const onServer = () => null;

function watchMoment(onChange: () => void): () => void {
  moment = Date.now();
  const timer = setInterval(() => {
    moment = Date.now();
    onChange();
  }, MINUTE_MS);
  return () => clearInterval(timer);
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
export const zoneAt = (now: number | null): string | undefined => (now === null ? 'UTC' : readersZone);

/** The same for who needs no moment. */
export const useZone = (): string | undefined => zoneAt(useNow());
