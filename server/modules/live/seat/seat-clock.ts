import type { ShowRow } from '../show/entry-service';
import type { SeatEnd, SeatRow } from './seat-repository';

export const MINUTE_MS = 60_000;
export const ANSWER_MS = 60_000;
/** The last minute is refunded if less of it was shown. ADR 63. */
const MIN_SHOWN_MS = 30_000;
/** A fan who sent no heartbeat for this long has left. */
export const FAN_GRACE_MS = 60_000;
/** This limit applies at the start of a minute: fans who left are not charged again, but fans who reload the page stay. */
export const FAN_BLINK_MS = 10_000;
/** A tick that is later than this had stopped, so the host's presence is unknown: the minute starts when it is charged. */
const MAX_LATE_MS = 5_000;

/** A change to a running seat. If it has `beginsAt`, a new minute must be charged. */
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
 * Next step of a running seat; null while its paid minute runs or is paused. No minute starts while the host is away.
 *
 * @param awaySince when the host left; null while they are present.
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
 * Whether the last minute is refunded: if too little of it was shown, unless the fan ended the seat while the host was present.
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
