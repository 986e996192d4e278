import type { ShowRow } from '../show/entry-service';
import type { SeatEnd, SeatRow } from './seat-repository';

export const MINUTE_MS = 60_000;
export const ANSWER_MS = 60_000;
/** The last minute is refunded if less of it was shown. Source: issue 26. */
const MIN_SHOWN_MS = 30_000;
/** A fan without heartbeat for this long has left. */
export const FAN_GRACE_MS = 60_000;
/** Same at the start of a minute: a fan who left pays no further one, a fan who reloads the page stays. */
export const FAN_BLINK_MS = 10_000;
/** If the tick is later, it had stopped, and the host's presence is unknown: the minute starts when it is charged. */
const MAX_LATE_MS = 5_000;

/** Change of a running seat. With `beginsAt`, a new minute has to be charged. */
interface SeatStep {
  dueAt: Date;
  pausedAt: Date | null;
  beginsAt?: Date;
}

type Metered = Pick<SeatRow, 'dueAt' | 'pausedAt'>;

const earliest = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.min(...times.map((time) => time?.getTime() ?? Infinity)));
const add = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/**
 * Next step of a running seat; null while its paid minute runs or waits for the host. No minute starts while the host is away.
 *
 * @param awaySince null while the host is present.
 */
export function getNextStep({ dueAt, pausedAt }: Metered, awaySince: Date | null, now: Date): SeatStep | null {
  if (dueAt === null) return null;
  if (awaySince !== null) return pausedAt === null ? { dueAt, pausedAt: earliest(awaySince, dueAt) } : null;
  const due = pausedAt === null ? dueAt : add(dueAt, now.getTime() - pausedAt.getTime());
  if (due > now) return pausedAt === null ? null : { dueAt: due, pausedAt: null };
  const beginsAt = now.getTime() - due.getTime() > MAX_LATE_MS ? now : due;
  return { beginsAt, dueAt: add(beginsAt, MINUTE_MS), pausedAt: null };
}

/**
 * Whether the last minute is refunded: too little of it was shown, and the fan did not end the seat, or did so while the host was
 * away.
 */
export function isGivenBack(
  { dueAt, pausedAt }: Metered,
  { hostUntil }: Pick<ShowRow, 'hostUntil'>,
  { by, at }: { by: SeatEnd; at: Date },
): boolean {
  if (dueAt === null) return false;
  const stoppedAt = pausedAt ?? earliest(dueAt, hostUntil, at);
  const shownMs = MINUTE_MS - (dueAt.getTime() - stoppedAt.getTime());
  const isHostAway = pausedAt !== null || (hostUntil !== null && hostUntil <= at);
  return shownMs < MIN_SHOWN_MS && (by !== 'fan' || isHostAway);
}
