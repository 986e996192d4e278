import type { ShowRow } from './show-repository';

/** For how long a sign of life of a host or a viewer counts; clients give one at least every 15 seconds. */
export const PRESENCE_MS = 25_000;
/** A show whose host is away for so long ends. Source: issue 26. */
export const HOST_GRACE_MS = 60_000;
/** A prepared show that did not begin by then is none. */
export const PREPARED_MS = 3600_000;
/** Tickets of a show that was over sooner are paid back. */
export const MIN_SHOWN_SECONDS = 300;

type ShowTimes = Pick<ShowRow, 'state' | 'startedAt' | 'endedAt' | 'hostUntil' | 'toldSeconds'>;

/** How long its host was there, from the first picture to the last, in seconds. */
export function getShownSeconds({ startedAt, endedAt, hostUntil }: ShowTimes, now: Date): number {
  if (startedAt === null) return 0;
  const last = Math.min((endedAt ?? now).getTime(), hostUntil?.getTime() ?? Infinity);
  return Math.max(0, Math.floor((last - startedAt.getTime()) / 1000));
}

/** As replies say it: what an old client told counts where it is more. */
export const getStreamingSeconds = (show: ShowTimes, now: Date): number =>
  Math.max(show.toldSeconds, getShownSeconds(show, now));

/** Since when the host of a live show is away; null while they are there. */
export const getHostAwaySince = ({ state, hostUntil }: ShowTimes, now: Date): Date | null =>
  state === 'live' && hostUntil !== null && hostUntil <= now ? hostUntil : null;
