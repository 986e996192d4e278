import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, asc, eq, gt, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import { existsIn } from '../../../db/conditions';
import { listIds } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { itemFiles } from '../../../db/schema/items';
import { messageFiles } from '../../../db/schema/messages';
import { banners } from '../../../db/schema/site';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { MediaStore } from '../../../media/media-store';
import { storagePrefix } from './file-variants';
import type { MediaRepository } from './media-repository';

/** Files looked at in one step. */
const PAGE = 2_000;

/**
 * Every column that may hold a file. What none of them holds was uploaded for something that never came to be: a post not
 * written, a form not sent, a process killed in between.
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

/** How the names begin of temporary files that come in parts: who takes those says when they end. */
export const PARTIAL_PREFIX = 'upload-';
/** Milliseconds after which a temporary file belongs to nobody: longer than any upload or conversion takes. */
const LEFTOVER_MS = 24 * 3600 * 1000;
/** Milliseconds an upload waits for the post or message it was made for. */
const LOOSE_MS = 24 * 3600 * 1000;
/** Milliseconds after which whoever deleted a file has surely removed its bytes, or died. */
const REMOVED_MS = 10 * 60_000;
/** Files whose bytes are removed in one transaction. */
const SWEPT_AT_A_TIME = 200;

export type FileRemoval = ReturnType<typeof createFileRemoval>;

/** How files go: those that somebody deletes, uploads that nothing came to hold, and what was cut off in the middle. */
export function createFileRemoval(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { repository, store, tmpDir }: { repository: MediaRepository; store: MediaStore; tmpDir: string },
) {
  const holds = (column: AnyPgColumn): SQL =>
    column.columnType === 'PgArray' ? sql`${files.id} = any(${column})` : eq(column, files.id);
  const isNowhere = fileColumns.map((column) => not(existsIn(column.table as AnyPgTable, holds(column))));

  /**
   * Looks at some files older than that, in the order of their ids, after one of them.
   *
   * @returns ids of those that nothing held a moment ago; the last one looked at, null when there were no more.
   */
  async function findPage(after: string, before: Date, tx: Tx): Promise<{ ids: string[]; last: string | null }> {
    const isOld = lt(files.createdAt, before);
    const page = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(gt(files.id, after), isOld))
      .orderBy(asc(files.id))
      .limit(PAGE);
    const last = page.at(-1)?.id ?? null;
    if (last === null) return { ids: [], last };
    const isLoose = and(gt(files.id, after), lte(files.id, last), isOld, ...isNowhere);
    return { ids: await listIds(tx.select({ id: files.id }).from(files).where(isLoose)), last };
  }

  /**
   * Those of them that nothing holds, kept from being taken up until the transaction ends. Asked once they are locked: who
   * took one up in between is seen, which the statement that locks does not. Those that somebody is at are left out.
   */
  async function lockAmong(ids: readonly string[], tx: Tx): Promise<string[]> {
    if (ids.length === 0) return [];
    const query = (among: readonly string[], isMeant?: SQL) =>
      tx
        .select({ id: files.id })
        .from(files)
        .where(and(inArray(files.id, among), isMeant))
        .orderBy(asc(files.id));
    const locked = await listIds(query(ids).for('update', { of: files, skipLocked: true }));
    return locked.length === 0 ? [] : listIds(query(locked, and(...isNowhere)));
  }

  /** Their rows are gone, for good: now their bytes, and the note of it. */
  async function removeBytes(ids: readonly string[], tx?: Tx): Promise<void> {
    for (const id of ids) await store.removeAll(storagePrefix(id));
    await repository.endRemovals(ids, tx);
  }

  async function sweepRemoved(): Promise<number> {
    const before = new Date(clock.now().getTime() - REMOVED_MS);
    for (let total = 0; ;) {
      const count = await inTransaction(db, async (tx) => {
        const ids = await repository.lockRemovals(before, SWEPT_AT_A_TIME, tx);
        await removeBytes(ids, tx);
        return ids.length;
      });
      total += count;
      if (count < SWEPT_AT_A_TIME) return total;
    }
  }

  const removal = {
    /** Deletes files; their bytes go once the transaction has committed. */
    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      await repository.remove(ids, tx);
      tx.afterCommit(() => removeBytes(ids));
    },

    /** Deletes those of them that nothing holds: an item may be stored though its caller heard otherwise. */
    async removeLoose(ids: readonly string[], tx: Tx): Promise<number> {
      const loose = await lockAmong(ids, tx);
      await removal.remove(loose, tx);
      return loose.length;
    },

    /** Clears away what uploads and conversions left behind that were cut off. */
    async sweep(): Promise<void> {
      const names = await readdir(tmpDir).catch(() => []);
      for (const name of names) {
        if (name.startsWith(PARTIAL_PREFIX)) continue;
        const leftover = path.join(tmpDir, name);
        const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < clock.now().getTime() - LEFTOVER_MS) await rm(leftover, { recursive: true, force: true });
      }
    },

    /**
     * Deletes uploads that nothing came to hold, and the bytes of files whose row is gone. A job does so daily.
     *
     * @returns how many.
     */
    async sweepLoose(): Promise<number> {
      const before = new Date(clock.now().getTime() - LOOSE_MS);
      let total = 0;
      for (let after: string | null = ''; after !== null;) {
        const from: string = after;
        const { count, last } = await inTransaction(db, async (tx) => {
          const page = await findPage(from, before, tx);
          return { count: await removal.removeLoose(page.ids, tx), last: page.last };
        });
        total += count;
        after = last;
      }
      return total + (await sweepRemoved());
    },
  };
  return removal;
}
