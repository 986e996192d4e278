import { and, asc, eq, gt, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { existsIn } from '../../../db/conditions';
import { listIds } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { fileRemovals, files } from '../../../db/schema/files';
import { itemFiles } from '../../../db/schema/items';
import { messageFiles } from '../../../db/schema/messages';
import { banners } from '../../../db/schema/site';
import type { Executor, Tx } from '../../../db/transaction';

export type FileRemovalRepository = ReturnType<typeof createFileRemovalRepository>;

const PAGE = 2_000;

/**
 * Every column that can refer to a file. A file without a reference was left over from something that was never saved, such as
 * a discarded post or a killed process.
 */
export const fileColumns: readonly AnyPgColumn[] = [
  itemFiles.fileId,
  messageFiles.fileId,
  accounts.avatarId,
  accounts.coverId,
  performers.idVerificationId,
  performers.documentVerificationId,
  performers.welcomeVideoId,
  performers.welcomeMessageFileIds,
  banners.fileId,
];

export function createFileRemovalRepository(db: Db) {
  return {
    /** A trigger records whose bytes have to be removed: see `fileRemovals`. */
    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      if (ids.length > 0) await tx.delete(files).where(inArray(files.id, ids));
    },

    findLoosePage,
    lockLoose,

    /** Deleted files whose bytes still exist, except those locked by other processes. */
    lockRemovals: (before: Date, limit: number, tx: Tx): Promise<string[]> =>
      listIds(
        tx
          .select({ id: fileRemovals.fileId })
          .from(fileRemovals)
          .where(lt(fileRemovals.createdAt, before))
          .limit(limit)
          .for('update', { skipLocked: true }),
      ),

    async endRemovals(fileIds: readonly string[], tx: Executor = db): Promise<void> {
      if (fileIds.length > 0) await tx.delete(fileRemovals).where(inArray(fileRemovals.fileId, fileIds));
    },
  };
}

/**
 * Reads one page of files older than `before`, by id.
 *
 * @returns ids without a reference, and the last id read; null if there are no more
 */
async function findLoosePage(after: string, before: Date, tx: Tx): Promise<{ ids: string[]; last: string | null }> {
  const isOld = lt(files.createdAt, before);
  const page = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(gt(files.id, after), isOld))
    .orderBy(asc(files.id))
    .limit(PAGE);
  const last = page.at(-1)?.id ?? null;
  if (last === null) return { ids: [], last };
  const isLoose = and(gt(files.id, after), lte(files.id, last), isOld, ...isUnreferenced);
  return { ids: await listIds(tx.select({ id: files.id }).from(files).where(isLoose)), last };
}

/**
 * Locks files without a reference, except those already locked. References are read after locking, because the locking
 * statement would not see one that was committed while it waited.
 */
async function lockLoose(ids: readonly string[], tx: Tx): Promise<string[]> {
  if (ids.length === 0) return [];
  const query = (among: readonly string[], ...conditions: SQL[]) =>
    tx
      .select({ id: files.id })
      .from(files)
      .where(and(inArray(files.id, among), ...conditions))
      .orderBy(asc(files.id));
  const locked = await listIds(query(ids).for('update', { of: files, skipLocked: true }));
  return locked.length === 0 ? [] : listIds(query(locked, ...isUnreferenced));
}

const refersToFile = (column: AnyPgColumn): SQL =>
  column.columnType === 'PgArray' ? sql`${files.id} = any(${column})` : eq(column, files.id);

const isUnreferenced: readonly SQL[] = fileColumns.map((column) =>
  not(existsIn(column.table as AnyPgTable, refersToFile(column))),
);
