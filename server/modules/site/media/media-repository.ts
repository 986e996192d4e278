import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';

export type FileRow = typeof files.$inferSelect;
export type FilmMeasures = Pick<FileRow, 'duration' | 'width' | 'height' | 'workSeconds' | 'workBytes'>;
type NewFile = typeof files.$inferInsert;

export type MediaRepository = ReturnType<typeof createMediaRepository>;

export const isProcessing = eq(files.status, 'processing');

export function createMediaRepository(db: Db) {
  return {
    async insert(row: NewFile, tx: Tx): Promise<void> {
      await tx.insert(files).values(row);
    },

    find: (id: string, tx: Executor = db): Promise<FileRow | null> => findRow(tx, files, eq(files.id, id)),

    update: (id: string, change: Partial<NewFile>, tx: Executor = db): Promise<FileRow | null> =>
      updateFile(tx, id, change),

    /** In no particular order; unknown ids are absent. */
    async listByIds(ids: readonly string[], tx: Executor = db): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      return tx.select().from(files).where(inArray(files.id, ids));
    },

    /** All files with ids above `after`, by id. */
    listAfter: (after: string, limit: number): Promise<FileRow[]> =>
      db.select().from(files).where(gt(files.id, after)).orderBy(asc(files.id)).limit(limit),

    /** Until the transaction ends, keeps others from attaching, deleting or giving up these files. */
    async lock(ids: readonly string[], tx: Tx): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      return tx.select().from(files).where(inArray(files.id, ids)).orderBy(asc(files.id)).for('no key update');
    },

    /** Files that were given up although the original may be good; newest first, at most 200. */
    listSetAside: (): Promise<FileRow[]> =>
      db
        .select()
        .from(files)
        .where(and(eq(files.status, 'error'), sql`${files.variants} ? 'original'`))
        .orderBy(desc(files.updatedAt))
        .limit(200),

    /** @returns null if the file was deleted or finished meanwhile, or another attempt has replaced its row */
    finish: (
      { id, createdAt }: Pick<FileRow, 'id' | 'createdAt'>,
      change: Partial<NewFile>,
      tx: Executor = db,
    ): Promise<FileRow | null> => updateFile(tx, id, change, and(isProcessing, eq(files.createdAt, createdAt))),

    /** @returns null if the file was deleted or is not finished */
    breakFinished: (id: string, change: Partial<NewFile>, tx: Tx): Promise<FileRow | null> =>
      updateFile(tx, id, change, eq(files.status, 'finished')),

    /** Finished images with ids above `after` that were made before there were several widths. */
    async listWithoutWidths(after: string, limit: number): Promise<FileRow[]> {
      const isOld = and(eq(files.kind, 'image'), eq(files.status, 'finished'), isNull(files.thumbHash));
      return db
        .select()
        .from(files)
        .where(and(isOld, gt(files.id, after)))
        .orderBy(asc(files.id))
        .limit(limit);
    },

    addWidths: (id: string, made: Pick<FileRow, 'variants' | 'thumbHash'>): Promise<FileRow | null> =>
      updateFile(db, id, { ...made, variants: mergeVariants(made.variants) }),

    async setAlt(id: string, ownerId: string, alt: string, tx: Tx): Promise<void> {
      await tx
        .update(files)
        .set({ alt })
        .where(and(eq(files.id, id), eq(files.ownerId, ownerId)));
    },
  };
}

/** @returns null if the file was deleted or is in another state */
export const updateFile = (
  tx: Executor,
  id: string,
  change: PgUpdateSetSource<typeof files>,
  isInState?: SQL,
): Promise<FileRow | null> =>
  firstOrNull(
    tx
      .update(files)
      .set(change)
      .where(and(eq(files.id, id), isInState))
      .returning(),
  );

/** Merged in SQL, because other attempts may have added variants since the row was read. */
export const mergeVariants = (made: FileRow['variants']): SQL =>
  sql`${files.variants} || ${JSON.stringify(made)}::jsonb`;
