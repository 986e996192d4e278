import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql, sum } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { firstOrNull, listIds, findRow, getSingle } from '../../../db/query-helpers';
import { fileRemovals, files } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';

export type FileRow = typeof files.$inferSelect;
type NewFile = typeof files.$inferInsert;

const withVariants = (made: FileRow['variants']) => sql`${files.variants} || ${JSON.stringify(made)}::jsonb`;

/** Seconds for a picture that moves or is very large. */
export const PICTURE_SECONDS = 10;
/** Most seconds that one file in line counts as. */
const MAX_COUNTED_SECONDS = 4 * 3600;

/** The heartbeat of a file whose worker has let go of it. */
const RELEASED = new Date(0);

/** One more try; the one before did not end by itself if its worker never let go of the file. */
function countTry(column: AnyPgColumn, name: 'attempts' | 'ladderAttempts') {
  const wasInterrupted = sql`(${column} > 0 and ${files.heartbeatAt} > ${RELEASED.toISOString()}::timestamptz)::int`;
  return {
    [name]: sql`${column} + 1 - ${wasInterrupted}`,
    interruptions: sql`${files.interruptions} + ${wasInterrupted}`,
  } as PgUpdateSetSource<typeof files>;
}

/** Seconds after the second interruption, and at most, before a file is taken up again; each pause is about twice the last. */
const PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3600;
/** Whether a file that was interrupted has waited: what ends its workers may go on for a while. */
const hasPaused = (now: Date) => sql`(${files.interruptions} < 2 or ${files.updatedAt} + make_interval(secs =>
  least(${MAX_PAUSE_SECONDS}, ${PAUSE_SECONDS} * (power(2, least(${files.interruptions}, 20) - 1) - 1))) <= ${now.toISOString()}::timestamptz)`;

export function createMediaRepository(db: Db) {
  /** @returns null when there is no such file any more, or not in that state. */
  const set = (
    id: string,
    change: PgUpdateSetSource<typeof files>,
    { tx = db, where }: { tx?: Executor; where?: SQL } = {},
  ): Promise<FileRow | null> =>
    firstOrNull(
      tx
        .update(files)
        .set(change)
        .where(and(eq(files.id, id), where))
        .returning(),
    );
  const isProcessing = eq(files.status, 'processing');
  const hasLadderToCome = and(eq(files.status, 'finished'), eq(files.ladderStatus, 'processing'));

  return {
    async insert(row: NewFile, tx: Tx): Promise<void> {
      await tx.insert(files).values(row);
    },

    find: (id: string, tx: Executor = db): Promise<FileRow | null> => findRow(tx, files, eq(files.id, id)),

    /** @returns null when the file was deleted. */
    update: (id: string, change: Partial<NewFile>, tx?: Executor): Promise<FileRow | null> => set(id, change, { tx }),

    async listByIds(ids: readonly string[], tx: Executor = db): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      return tx.select().from(files).where(inArray(files.id, ids));
    },

    /** The same, kept as they are until the transaction ends: from being taken up elsewhere, deleted, or given up. */
    async hold(ids: readonly string[], tx: Tx): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      return tx.select().from(files).where(inArray(files.id, ids)).orderBy(asc(files.id)).for('no key update');
    },

    /** Estimated seconds of the other files of an owner that are in line for the same kind of work, at least one for each. */
    async sumSecondsInLine(
      { id, ownerId }: Pick<FileRow, 'id' | 'ownerId'>,
      work: 'file' | 'ladder',
      { above, upTo }: { above: number; upTo: number },
      tx: Tx,
    ): Promise<number> {
      const isInLine = work === 'file' ? isProcessing : hasLadderToCome;
      const estimate = sql<number>`coalesce(${files.workSeconds}, ${PICTURE_SECONDS})`;
      const isOfPace = and(gt(estimate, above), lte(estimate, upTo));
      const { seconds } = await getSingle(
        tx
          .select({ seconds: sum(sql`greatest(1, least(${estimate}, ${MAX_COUNTED_SECONDS}))`).mapWith(Number) })
          .from(files)
          .where(and(eq(files.ownerId, ownerId), ne(files.id, id), isInLine, isOfPace)),
      );
      return seconds ?? 0;
    },

    /**
     * Takes a file to work on, for one worker at a time over all processes. A try whose worker is gone counts as interrupted,
     * not as one that failed.
     *
     * @param staleBefore a worker whose heartbeat is older than this is gone.
     * @returns null when it is done, or another worker is at it.
     */
    claim: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      set(
        id,
        { ...countTry(files.attempts, 'attempts'), heartbeatAt: now, updatedAt: now },
        { where: and(isProcessing, or(eq(files.attempts, 0), lt(files.heartbeatAt, staleBefore))) },
      ),

    /** As `claim`, for the ladder of a film that is finished. */
    claimLadder: (id: string, now: Date, staleBefore: Date): Promise<FileRow | null> =>
      set(
        id,
        { ...countTry(files.ladderAttempts, 'ladderAttempts'), heartbeatAt: now, updatedAt: now },
        { where: and(hasLadderToCome, or(eq(files.ladderAttempts, 0), lt(files.heartbeatAt, staleBefore))) },
      ),

    /** Changes that count a try as interrupted instead of failed. */
    interruption: {
      ofFile: { attempts: sql`${files.attempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
      ofLadder: { ladderAttempts: sql`${files.ladderAttempts} - 1`, interruptions: sql`${files.interruptions} + 1` },
    },

    /** Files that were given up though nothing speaks against them, at most 200, the newest first. */
    listSetAside: (): Promise<FileRow[]> =>
      db
        .select()
        .from(files)
        .where(and(eq(files.status, 'error'), sql`${files.variants} ? 'original'`))
        .orderBy(desc(files.updatedAt))
        .limit(200),

    /** Says that its worker is still at it; once it was let go of, a late word changes nothing. */
    beat: (id: string, now: Date): Promise<FileRow | null> =>
      set(id, { heartbeatAt: now }, { where: gt(files.heartbeatAt, RELEASED) }),

    /** Lets go of a file, so that the next try need not wait for the heartbeat to go stale. */
    release: (id: string, change: PgUpdateSetSource<typeof files> = {}): Promise<FileRow | null> =>
      set(id, { heartbeatAt: RELEASED, ...change }),

    /** Lets go of a file that took longer than its pace allows, as if it had not been tried. @returns null when it is done */
    slowDown: (id: string, workSeconds: number, tx: Tx): Promise<FileRow | null> =>
      set(
        id,
        { heartbeatAt: RELEASED, attempts: sql`${files.attempts} - 1`, workSeconds },
        { tx, where: isProcessing },
      ),

    /** Adds the ladder to a film. @returns null when the film was deleted, or the ladder was finished by another. */
    finishLadder: (id: string, made: Pick<FileRow, 'variants' | 'ladder' | 'previews'>): Promise<FileRow | null> =>
      set(
        id,
        { ...made, variants: withVariants(made.variants), ladderStatus: 'finished' },
        { where: eq(files.ladderStatus, 'processing') },
      ),

    /** A film that goes without its ladder. @returns null when it was deleted, or the ladder was finished by another. */
    dropLadder: (id: string): Promise<FileRow | null> => set(id, { ladderStatus: 'error' }, { where: hasLadderToCome }),

    /**
     * Files, and finished films with a ladder to come, whose worker is gone; those first that were tried longest ago, so that
     * many that fail time and again keep nobody waiting. Those never begun are not among them: their job still waits.
     */
    async listAbandoned(now: Date, staleBefore: Date): Promise<{ files: string[]; ladders: string[] }> {
      const list = (isDue: SQL | undefined) =>
        listIds(
          db
            .select({ id: files.id })
            .from(files)
            .where(and(lt(files.heartbeatAt, staleBefore), hasPaused(now), isDue))
            .orderBy(asc(files.updatedAt))
            .limit(20),
        );
      return {
        files: await list(and(isProcessing, gt(files.attempts, 0))),
        ladders: await list(and(hasLadderToCome, gt(files.ladderAttempts, 0))),
      };
    },

    /** @returns null when the file was deleted or finished meanwhile, or another try put its own row in place of this one. */
    finish: (
      { id, createdAt }: Pick<FileRow, 'id' | 'createdAt'>,
      change: Partial<NewFile>,
      tx?: Executor,
    ): Promise<FileRow | null> => set(id, change, { tx, where: and(isProcessing, eq(files.createdAt, createdAt)) }),

    /** A file that was ready is of no use any more. @returns null when it was deleted, or is not ready. */
    breakFinished: (id: string, change: Partial<NewFile>, tx?: Executor): Promise<FileRow | null> =>
      set(id, change, { tx, where: eq(files.status, 'finished') }),

    /** Finished pictures from before there were widths, by their ids, after one of them. */
    async listWithoutWidths(after: string, limit: number): Promise<FileRow[]> {
      const isOld = and(eq(files.kind, 'image'), eq(files.status, 'finished'), isNull(files.thumbHash));
      return db
        .select()
        .from(files)
        .where(and(isOld, gt(files.id, after)))
        .orderBy(asc(files.id))
        .limit(limit);
    },

    /** Adds renditions to those a file has. @returns null when it was deleted meanwhile. */
    addWidths: (id: string, made: Pick<FileRow, 'variants' | 'thumbHash'>): Promise<FileRow | null> =>
      set(id, { ...made, variants: withVariants(made.variants) }),

    async setAlt(id: string, ownerId: string, alt: string, tx: Tx): Promise<void> {
      await tx
        .update(files)
        .set({ alt })
        .where(and(eq(files.id, id), eq(files.ownerId, ownerId)));
    },

    /** The database notes which bytes have to go: see `fileRemovals`. */
    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      if (ids.length > 0) await tx.delete(files).where(inArray(files.id, ids));
    },

    /** Files without a row whose bytes nobody has removed in all that time; nobody else gets them meanwhile. */
    lockRemovals: (before: Date, limit: number, tx: Tx): Promise<string[]> =>
      listIds(
        tx
          .select({ id: fileRemovals.fileId })
          .from(fileRemovals)
          .where(lt(fileRemovals.createdAt, before))
          .limit(limit)
          .for('update', { skipLocked: true }),
      ),

    /** Their bytes are gone. */
    async endRemovals(fileIds: readonly string[], tx: Executor = db): Promise<void> {
      if (fileIds.length > 0) await tx.delete(fileRemovals).where(inArray(fileRemovals.fileId, fileIds));
    },
  };
}

export type MediaRepository = ReturnType<typeof createMediaRepository>;
