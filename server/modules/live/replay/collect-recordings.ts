import { and, eq, gt, sql } from 'drizzle-orm';
import { streams } from '../../../db/schema/streams';
import { waitForRoom } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { TRIED_FOR_MS } from './keep-recording';
import type { ReplayDeps } from './replay-deps';

/** How far back ended shows are checked: a day longer than recordings are retried, so that abandoned ones are removed, too. */
const MAX_AGE_MS = TRIED_FOR_MS + 24 * 3600_000;

/**
 * Asks the engine to hand over remaining recordings of ended shows: a process may have died before the replay was made, or the
 * disk was full. Most shows have none, which costs little to check. A show that never started has no end, but may have files.
 */
export async function collectRecordings({ db, clock, streaming }: ReplayDeps): Promise<void> {
  if (!streaming.isRecordedHere) return;
  const since = new Date(clock.now().getTime() - MAX_AGE_MS);
  const isOver = and(eq(streams.state, 'ended'), gt(sql`coalesce(${streams.endedAt}, ${streams.updatedAt})`, since));
  const shows = await db.select({ sessionId: streams.sessionId }).from(streams).where(isOver);
  await eachOrThrow(shows, ({ sessionId }) => streaming.end(sessionId).catch(waitForRoom));
}
