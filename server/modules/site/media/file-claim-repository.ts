import { and, asc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { listIds } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import type { Tx } from '../../../db/transaction';
import { isProcessing, mergeVariants, updateFile, type FileRow, type FilmMeasures } from './media-repository';

export type FileClaimRepository = ReturnType<typeof createFileClaimRepository>;
export type ClaimChange = Partial<Record<'attempts' | 'ladderAttempts' | 'interruptions', SQL | number>>;

const RELEASED = new Date(0);

/** Pause of a file after its second interruption; each further pause is twice as long, up to the maximum. */
const PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3600;

/** True if the video can be played, but its renditions still have to be made. */
export const hasPendingLadder = and(eq(files.status, 'finished'), eq(files.ladderStatus, 'processing'));

export const INTERRUPTED_TRY = {
  file: { attempts: sql`${files.attempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
  ladder: { ladderAttempts: sql`${files.ladderAttempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
} as const satisfies Record<string, ClaimChange>;

/** Only one worker at a time has a file, over all processes. A worker without a recent heartbeat counts as dead. */
export function createFileClaimRepository(db: Db) {
  return {
    /**
     * If the worker of the last attempt has died, that attempt counts as interrupted, not as failed.
     *
     * @param staleBefore workers with an older heartbeat count as dead
     * @returns null if the file is done, or another worker has it
     */
    claim: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...countTry(files.attempts, 'attempts'), heartbeatAt: now, updatedAt: now },
        and(isProcessing, or(eq(files.attempts, 0), lt(files.heartbeatAt, staleBefore))),
      ),

    claimLadder: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...countTry(files.ladderAttempts, 'ladderAttempts'), heartbeatAt: now, updatedAt: now },
        and(hasPendingLadder, or(eq(files.ladderAttempts, 0), lt(files.heartbeatAt, staleBefore))),
      ),

    beat: (id: string, now: Date): Promise<FileRow | null> =>
      updateFile(db, id, { heartbeatAt: now }, gt(files.heartbeatAt, RELEASED)),

    release: (id: string, change: ClaimChange = {}): Promise<FileRow | null> =>
      updateFile(db, id, { heartbeatAt: RELEASED, ...change }),

    /** Releases a file for another queue, without counting the attempt. @returns null if the file is done */
    requeue: (id: string, change: Partial<FilmMeasures>, tx: Tx): Promise<FileRow | null> =>
      updateFile(tx, id, { ...change, heartbeatAt: RELEASED, attempts: sql`${files.attempts} - 1` }, isProcessing),

    /** @returns null if the video was deleted, or another worker has finished its renditions */
    finishLadder: (id: string, made: Pick<FileRow, 'variants' | 'ladder' | 'previews'>): Promise<FileRow | null> =>
      updateFile(
        db,
        id,
        { ...made, variants: mergeVariants(made.variants), ladderStatus: 'finished' },
        eq(files.ladderStatus, 'processing'),
      ),

    dropLadder: (id: string): Promise<FileRow | null> =>
      updateFile(db, id, { ladderStatus: 'error' }, hasPendingLadder),

    /**
     * Files, and finished videos without renditions, whose worker has died. Those least recently tried come first, so that
     * files that always fail delay no others. Excludes files that no worker has started, because their job will start them.
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

/** Counts an attempt. If the previous worker never released the file, the previous attempt was interrupted. */
function countTry(column: AnyPgColumn, name: 'attempts' | 'ladderAttempts') {
  const wasInterrupted = sql`(${column} > 0 and ${files.heartbeatAt} > ${RELEASED.toISOString()}::timestamptz)::int`;
  return {
    [name]: sql`${column} + 1 - ${wasInterrupted}`,
    interruptions: sql`${files.interruptions} + ${wasInterrupted}`,
  } as PgUpdateSetSource<typeof files>;
}

/** Interrupted files wait before the next attempt, because the cause may last for a while. */
const hasPaused = (now: Date): SQL =>
  sql`(${files.interruptions} < 2 or ${files.updatedAt} + make_interval(secs =>
  least(${MAX_PAUSE_SECONDS}, ${PAUSE_SECONDS} * (power(2, least(${files.interruptions}, 20) - 1) - 1))) <= ${now.toISOString()}::timestamptz)`;
