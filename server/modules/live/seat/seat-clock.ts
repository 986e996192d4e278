import type { ShowRow } from '../show/entry-service';
import type { SeatEnd, SeatRow } from './seat-repository';

export const MINUTE_MS = 60_000;
/** For so long a host can answer a request. */
export const ANSWER_MS = 60_000;
/** A last minute of which less was shown is given back. Source: issue 26. */
const MIN_SHOWN_MS = 30_000;
/** Fans without a sign of life for so long have left. */
export const FAN_GRACE_MS = 60_000;
/** The same where the next minute begins: one who left pays no other, one who reloads the page stays. */
export const FAN_BLINK_MS = 10_000;
/** Later than this the tick has stood still, and nobody knows whether the host was there: the minute begins as it is charged. */
const MAX_LATE_MS = 5_000;

/** Change of a running seat. One with `beginsAt` is a new minute, to be charged. */
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
 * Next step of a running seat; null while its paid minute runs, or waits for the host. No minute begins while they are away.
 *
 * @param awaySince null while the host is there.
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
 * Whether the last minute of a seat is given back as it ends: too little of it was shown, and its fan did not end it. Fans who end
 * it while the host is away get it back, too.
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
