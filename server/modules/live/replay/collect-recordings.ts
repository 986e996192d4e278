import { and, eq, gt, isNotNull, ne, not } from 'drizzle-orm';
import { existsIn } from '../../../db/conditions';
import { videos } from '../../../db/schema/assets';
import { streams } from '../../../db/schema/streams';
import { AppError } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { TRIED_FOR_MS } from './keep-recording';
import type { ReplayDeps } from './replay-service';

/** Longer than recordings are tried for: what is given up has to be taken away too. */
const LOOKED_AT_MS = TRIED_FOR_MS + 24 * 3600_000;

/**
 * Has the engine hand over what became no replay: a process died between the end of a show and its replay, or there was no room. Most of
 * these shows have no recording, which the engine sees at once.
 */
export async function collectRecordings({ db, clock, streaming }: ReplayDeps): Promise<void> {
  if (!streaming.isRecordedHere) return;
  const since = new Date(clock.now().getTime() - LOOKED_AT_MS);
  const shows = await db
    .select({ sessionId: streams.sessionId })
    .from(streams)
    .where(
      and(
        eq(streams.state, 'ended'),
        isNotNull(streams.startedAt),
        gt(streams.endedAt, since),
        streams.isRecorded,
        ne(streams.type, 'private'),
        not(existsIn(videos, eq(videos.streamId, streams.id))),
      ),
    );
  await eachOrThrow(shows, ({ sessionId }) => streaming.end(sessionId).catch(waitForRoom));
}

/** A limit of today is no fault; the next look may be tomorrow. */
function waitForRoom(error: unknown): void {
  if (!(error instanceof AppError && error.status === 429)) throw error;
}
