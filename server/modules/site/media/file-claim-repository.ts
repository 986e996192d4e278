import { and, asc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { listIds } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import type { Tx } from '../../../db/transaction';
import { isProcessing, mergeVariants, updateFile, type FileRow, type FilmMeasures } from './media-repository';

export type FileClaimRepository = ReturnType<typeof createFileClaimRepository>;
export type ClaimChange = Partial<Record<'attempts' | 'ladderAttempts' | 'interruptions', SQL | number>>;

/** The heartbeat of a file that its worker released. */
const RELEASED = new Date(0);

/** Seconds before a file is worked on again after its second interruption, and at most; each pause is about twice the last. */
const PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3600;

/** The film can be played, its ladder is still to be made. */
export const hasPendingLadder = and(eq(files.status, 'finished'), eq(files.ladderStatus, 'processing'));

/** Changes that count a try as interrupted instead of failed. */
export const INTERRUPTED_TRY = {
  file: { attempts: sql`${files.attempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
  ladder: { ladderAttempts: sql`${files.ladderAttempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
} as const satisfies Record<string, ClaimChange>;

/** Which worker works on which file: one at a time over all processes. A worker without a fresh heartbeat is gone. */
export function createFileClaimRepository(db: Db) {
  return {
    /**
     * A try whose worker is gone counts as interrupted, not as failed.
     *
     * @param staleBefore a worker whose heartbeat is older than this is gone.
     * @returns null when the file is done, or another worker has it.
     */
    claim: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...countTry(files.attempts, 'attempts'), heartbeatAt: now, updatedAt: now },
        and(isProcessing, or(eq(files.attempts, 0), lt(files.heartbeatAt, staleBefore))),
      ),

    /** As `claim`, for the ladder of a finished film. */
    claimLadder: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...countTry(files.ladderAttempts, 'ladderAttempts'), heartbeatAt: now, updatedAt: now },
        and(hasPendingLadder, or(eq(files.ladderAttempts, 0), lt(files.heartbeatAt, staleBefore))),
      ),

    /** A beat that arrives after the release changes nothing. */
    beat: (id: string, now: Date): Promise<FileRow | null> =>
      updateFile(db, id, { heartbeatAt: now }, gt(files.heartbeatAt, RELEASED)),

    /** The next try need not wait for the heartbeat to go stale. */
    release: (id: string, change: ClaimChange = {}): Promise<FileRow | null> =>
      updateFile(db, id, { heartbeatAt: RELEASED, ...change }),

    /** Releases a file for work of another length; the try is not counted. @returns null when the file is done. */
    requeue: (id: string, change: Partial<FilmMeasures>, tx: Tx): Promise<FileRow | null> =>
      updateFile(tx, id, { ...change, heartbeatAt: RELEASED, attempts: sql`${files.attempts} - 1` }, isProcessing),

    /** @returns null when the film was deleted, or another worker finished its ladder. */
    finishLadder: (id: string, made: Pick<FileRow, 'variants' | 'ladder' | 'previews'>): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...made, variants: mergeVariants(made.variants), ladderStatus: 'finished' },
        eq(files.ladderStatus, 'processing'),
      ),

    /** @returns null when the film was deleted, or another worker finished its ladder. */
    dropLadder: (id: string): Promise<FileRow | null> =>
      updateFile(db, id, { ladderStatus: 'error' }, hasPendingLadder),

    /**
     * Files, and finished films with a pending ladder, whose worker is gone. Those tried longest ago come first, so that many
     * that fail each time delay no others. Files that no worker has begun are left to their job.
     */
    async listAbandoned(now: Date, staleBefore: Date): Promise<{ files: string[]; ladders: string[] }> {
      const isStale = and(lt(files.heartbeatAt, staleBefore), hasPaused(now));
      return {
        files: await listLongestUntried(db, and(isStale, isProcessing, gt(files.attempts, 0))),
        ladders: await listLongestUntried(db, and(isStale, hasPendingLadder, gt(files.ladderAttempts, 0))),
      };
    },
  };
}

const listLongestUntried = (db: Db, where: SQL | undefined): Promise<string[]> =>
  listIds(db.select({ id: files.id }).from(files).where(where).orderBy(asc(files.updatedAt)).limit(20));

/** One more try. The one before was interrupted if its worker never released the file. */
function countTry(column: AnyPgColumn, name: 'attempts' | 'ladderAttempts') {
  const wasInterrupted = sql`(${column} > 0 and ${files.heartbeatAt} > ${RELEASED.toISOString()}::timestamptz)::int`;
  return {
    [name]: sql`${column} + 1 - ${wasInterrupted}`,
    interruptions: sql`${files.interruptions} + ${wasInterrupted}`,
  } as PgUpdateSetSource<typeof files>;
}

/** An interrupted file pauses, since the cause may continue for a while. */
const hasPaused = (now: Date): SQL =>
  sql`(${files.interruptions} < 2 or ${files.updatedAt} + make_interval(secs =>
  least(${MAX_PAUSE_SECONDS}, ${PAUSE_SECONDS} * (power(2, least(${files.interruptions}, 20) - 1) - 1))) <= ${now.toISOString()}::timestamptz)`;
