import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { streams } from '../../../db/schema/streams';
import { AppError } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { TRIED_FOR_MS } from './keep-recording';
import type { ReplayDeps } from './replay-deps';

/** Longer than recordings are tried for: what is given up has to be taken away too. */
const LOOKED_AT_MS = TRIED_FOR_MS + 24 * 3600_000;

/**
 * Has the engine hand over what it still has of shows that are over: a process died before the replay was made or the recording removed, or
 * there was no room. Of most shows it has nothing, which it sees at once.
 */
export async function collectRecordings({ db, clock, streaming }: ReplayDeps): Promise<void> {
  if (!streaming.isRecordedHere) return;
  const since = new Date(clock.now().getTime() - LOOKED_AT_MS);
  const isOver = and(eq(streams.state, 'ended'), isNotNull(streams.startedAt), gt(streams.endedAt, since));
  const shows = await db.select({ sessionId: streams.sessionId }).from(streams).where(isOver);
  await eachOrThrow(shows, ({ sessionId }) => streaming.end(sessionId).catch(waitForRoom));
}

/** A limit of today is no fault; the next look may be tomorrow. */
function waitForRoom(error: unknown): void {
  if (!(error instanceof AppError && error.status === 429)) throw error;
}
