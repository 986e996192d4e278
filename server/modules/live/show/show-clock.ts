import { limits } from '@contract/base/limits';
import type { ShowRow } from './show-repository';

/** How long a heartbeat keeps a viewer or host present. Clients send one at least every 15 seconds. */
export const PRESENCE_MS = 25_000;
export const HOST_GRACE_MS = limits.hostGraceSeconds * 1000;
/** A prepared show that does not start within this time ends. */
export const PREPARED_MS = 3600_000;

type ShowTimes = Pick<ShowRow, 'state' | 'startedAt' | 'endedAt' | 'hostUntil' | 'toldSeconds'>;

/** Seconds from the start of the show until the host was last present. */
export function getShownSeconds({ startedAt, endedAt, hostUntil }: ShowTimes, now: Date): number {
  if (startedAt === null) return 0;
  const last = Math.min((endedAt ?? now).getTime(), hostUntil?.getTime() ?? Infinity);
  return Math.max(0, Math.floor((last - startedAt.getTime()) / 1000));
}

/** Fans saw too little of such a show for its ticket. */
export const isTooShortForTickets = (shownSeconds: number): boolean => shownSeconds < limits.leastTicketedShow;

/** Duration in seconds for responses: the one that an old client reported, if it is longer. */
export const getStreamingSeconds = (show: ShowTimes, now: Date): number =>
  Math.max(show.toldSeconds, getShownSeconds(show, now));

export const getHostAwaySince = ({ state, hostUntil }: ShowTimes, now: Date): Date | null =>
  state === 'live' && hostUntil !== null && hostUntil <= now ? hostUntil : null;
