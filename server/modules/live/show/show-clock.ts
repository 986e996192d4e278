import type { ShowRow } from './show-repository';

/** Duration of a heartbeat's effect; clients send one at least every 15 seconds. */
export const PRESENCE_MS = 25_000;
/** A show ends when its host was away for this long. Source: issue 26. */
export const HOST_GRACE_MS = 60_000;
/** A prepared show that does not start within this time ends. */
export const PREPARED_MS = 3600_000;
/** Tickets of shorter shows are refunded. */
export const MIN_SHOWN_SECONDS = 300;

type ShowTimes = Pick<ShowRow, 'state' | 'startedAt' | 'endedAt' | 'hostUntil' | 'toldSeconds'>;

/** Seconds from the start to the host's last presence. */
export function getShownSeconds({ startedAt, endedAt, hostUntil }: ShowTimes, now: Date): number {
  if (startedAt === null) return 0;
  const last = Math.min((endedAt ?? now).getTime(), hostUntil?.getTime() ?? Infinity);
  return Math.max(0, Math.floor((last - startedAt.getTime()) / 1000));
}

/** Seconds as replies give them: an old client's report counts if it is higher. */
export const getStreamingSeconds = (show: ShowTimes, now: Date): number =>
  Math.max(show.toldSeconds, getShownSeconds(show, now));

export const getHostAwaySince = ({ state, hostUntil }: ShowTimes, now: Date): Date | null =>
  state === 'live' && hostUntil !== null && hostUntil <= now ? hostUntil : null;
