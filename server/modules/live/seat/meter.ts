import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { ShowRow } from '../show/entry-service';
import { getHostAwaySince } from '../show/show-service';
import { expireRequest } from './answer-request';
import { chargeMinute, getSeatEnd } from './charge-minute';
import { endSeat } from './end-seat';
import { FAN_BLINK_MS, FAN_GRACE_MS, getNextStep } from './seat-clock';
import type { SeatDeps } from './seat-deps';
import type { SeatEnd, SeatRow } from './seat-repository';

const AT_ONCE = 4;

interface Running {
  seat: SeatRow;
  show: ShowRow;
  isRefused: boolean;
  fanUntil: Date;
}

/**
 * Charges minutes, pauses seats while the host is away, and ends seats. Runs in every process: the first that gets to a due
 * seat handles it, in a transaction per seat. Promises M-22.
 */
export function createMeter(deps: SeatDeps) {
  const { repository, entry, settings, watch } = deps;
  /** Of this process: before, fans may have had no server to give a sign to. */
  let firstTickAt: Date | null = null;

  async function listRunning(now: Date): Promise<Running[]> {
    const rows = await repository.listRunning();
    if (rows.length === 0) return [];
    const shows = await entry.listSeatShows(now);
    return rows.flatMap(({ seat, isFanActive, fanUntil }) => {
      const found = shows.get(seat.id);
      return found ? { seat, show: found.show, fanUntil, isRefused: found.isRefused || !isFanActive } : [];
    });
  }

  async function meter(now: Date): Promise<void> {
    firstTickAt ??= now;
    const running = await listRunning(now);
    if (running.length === 0) return;
    const site = await settings.read();
    const servedFrom = firstTickAt;
    await eachOrThrow(running, (one) => advance(deps, one, { now, site, servedFrom }), { atOnce: AT_ONCE });
  }

  const expireRequests = async (now: Date): Promise<void> =>
    eachOrThrow(await repository.listOverRequests(now), (seat) => expireRequest(deps, seat));

  return {
    async tick(now: Date): Promise<void> {
      await eachOrThrow([meter, expireRequests, () => watch.checkAll()], (work) => work(now));
    },

    /** Ends the seats of an ended show immediately. If the process dies first, the next tick ends them. */
    async settle(streamId: string, now: Date): Promise<void> {
      const show = await entry.find(streamId);
      if (show?.state !== 'ended') return;
      await eachOrThrow(await repository.listRunningIn(streamId), (seat) => endWithShow(deps, seat, show));
      await expireRequests(now);
    },
  };
}

const SHOW_ENDS = { host: 'host', hostGone: 'hostGone', operator: 'operator', seats: 'host' } as const satisfies Record<
  NonNullable<ShowRow['endedBy']>,
  SeatEnd
>;

const endWithShow = (deps: SeatDeps, seat: SeatRow, { endedBy, endedAt }: ShowRow): Promise<void> =>
  endSeat(deps, seat, { by: SHOW_ENDS[endedBy ?? 'host'], at: endedAt ?? deps.clock.now() });

async function advance(
  deps: SeatDeps,
  { seat, show, isRefused, fanUntil }: Running,
  { now, site, servedFrom }: { now: Date; site: SiteSettings; servedFrom: Date },
): Promise<void> {
  const awayMs = now.getTime() - fanUntil.getTime();
  const missedMs = Math.min(awayMs, now.getTime() - servedFrom.getTime());
  if (show.state === 'ended') return endWithShow(deps, seat, show);
  if (isRefused) return endSeat(deps, seat, { by: 'access', at: now });
  if (missedMs >= FAN_GRACE_MS) return endSeat(deps, seat, { by: 'fan', at: now });
  const step = getNextStep(seat, getHostAwaySince(show, now), now);
  if (!step) return undefined;
  const isSame = ({ dueAt }: SeatRow) => dueAt?.getTime() === seat.dueAt?.getTime();
  // If the seat is paused, the paid minute was already over when the host left, so the seat ends now.
  const end = (by: SeatEnd) =>
    endSeat(deps, seat, { by, at: seat.pausedAt ? now : (seat.dueAt ?? now), isDue: isSame });
  if (step.beginsAt && awayMs >= FAN_BLINK_MS) {
    // After a restart, the next minute waits until the fan is back or counts as gone.
    return missedMs >= FAN_BLINK_MS ? end('fan') : undefined;
  }
  try {
    await takeStep(deps, seat, { now, site });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await end(getSeatEnd(error.code));
  }
  return undefined;
}

/** Computes the step again under the locks, since another process may have taken it, or the host may be back. */
async function takeStep(
  deps: SeatDeps,
  { id, streamId }: SeatRow,
  { now, site }: { now: Date; site: SiteSettings },
): Promise<void> {
  const { db, repository, entry, watch } = deps;
  await inTransaction(db, async (tx) => {
    // With this lock, ending the show waits for the charge and sees it.
    const show = await entry.lockShared(streamId, tx);
    const seat = await repository.lockFree(id, tx);
    if (show?.state !== 'live' || seat?.state !== 'running') return;
    const step = getNextStep(seat, getHostAwaySince(show, now), now);
    if (!step) return;
    const { beginsAt, ...change } = step;
    tx.afterCommit(() => watch.check(id));
    const next = await repository.update(id, { ...change, updatedAt: now }, tx);
    if (beginsAt) await chargeMinute(deps, tx, { seat: next, show, beginsAt, country: null, site });
  });
}
