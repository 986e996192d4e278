import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { fileRemovals, files } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';

export type FileRow = typeof files.$inferSelect;
type NewFile = typeof files.$inferInsert;

export function createMediaRepository(db: Db) {
  return {
    async insert(row: NewFile, tx: Executor = db): Promise<FileRow> {
      const [stored] = await tx.insert(files).values(row).returning();
      return stored as FileRow;
    },

    async find(id: string, tx: Executor = db): Promise<FileRow | null> {
      const [row] = await tx.select().from(files).where(eq(files.id, id));
      return row ?? null;
    },

    async listByIds(ids: readonly string[], tx: Executor = db): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      return tx
        .select()
        .from(files)
        .where(inArray(files.id, [...ids]));
    },

    /**
     * Takes a file to work on, for one worker at a time over all processes.
     *
     * @param staleBefore a worker whose heartbeat is older than this is gone.
     * @returns null when it is done, or somebody else is at it.
     */
    async claim(id: string, now: Date, staleBefore: Date, tx: Executor = db): Promise<FileRow | null> {
      const [row] = await tx
        .update(files)
        .set({ attempts: sql`${files.attempts} + 1`, heartbeatAt: now, updatedAt: now })
        .where(
          and(
            eq(files.id, id),
            eq(files.status, 'processing'),
            or(eq(files.attempts, 0), lt(files.heartbeatAt, staleBefore)),
          ),
        )
        .returning();
      return row ?? null;
    },

    /** Says that somebody is still at it, or with a date long gone that nobody is. */
    async beat(id: string, at: Date, tx: Executor = db): Promise<void> {
      await tx.update(files).set({ heartbeatAt: at }).where(eq(files.id, id));
    },

    /** Files whose worker is gone. Those never begun are not among them: their job still waits. */
    async listAbandoned(staleBefore: Date, tx: Executor = db): Promise<string[]> {
      const rows = await tx
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.status, 'processing'), lt(files.heartbeatAt, staleBefore), gt(files.attempts, 0)))
        .limit(20);
      return rows.map((row) => row.id);
    },

    /** @returns null when the file was deleted or finished meanwhile. */
    async finish(id: string, change: Partial<NewFile>, tx: Executor = db): Promise<FileRow | null> {
      const [row] = await tx
        .update(files)
        .set(change)
        .where(and(eq(files.id, id), eq(files.status, 'processing')))
        .returning();
      return row ?? null;
    },

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

    /** Adds renditions to those a file has. @returns false when it was deleted meanwhile. */
    async addWidths(id: string, { variants, thumbHash }: Pick<FileRow, 'variants' | 'thumbHash'>): Promise<boolean> {
      const merged = sql`${files.variants} || ${JSON.stringify(variants)}::jsonb`;
      const rows = await db
        .update(files)
        .set({ variants: merged, thumbHash })
        .where(eq(files.id, id))
        .returning({ id: files.id });
      return rows.length > 0;
    },

    async setAlt(id: string, ownerId: string, alt: string, tx: Executor = db): Promise<void> {
      await tx
        .update(files)
        .set({ alt })
        .where(and(eq(files.id, id), eq(files.ownerId, ownerId)));
    },

    /** The database notes which bytes have to go: see `fileRemovals`. */
    async remove(ids: readonly string[], tx: Executor = db): Promise<void> {
      if (ids.length > 0) await tx.delete(files).where(inArray(files.id, [...ids]));
    },

    /** Files without a row whose bytes nobody has removed in all that time; nobody else gets them meanwhile. */
    async lockRemovals(before: Date, limit: number, tx: Tx): Promise<string[]> {
      const rows = await tx
        .select({ fileId: fileRemovals.fileId })
        .from(fileRemovals)
        .where(lt(fileRemovals.createdAt, before))
        .limit(limit)
        .for('update', { skipLocked: true });
      return rows.map(({ fileId }) => fileId);
    },

    /** Their bytes are gone. */
    async endRemovals(fileIds: readonly string[], tx: Executor = db): Promise<void> {
      if (fileIds.length > 0) await tx.delete(fileRemovals).where(inArray(fileRemovals.fileId, [...fileIds]));
    },
  };
}

export type MediaRepository = ReturnType<typeof createMediaRepository>;
