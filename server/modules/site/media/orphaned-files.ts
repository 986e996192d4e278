import { and, asc, eq, gt, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { itemFiles } from '../../../db/schema/items';
import { messageFiles } from '../../../db/schema/messages';
import { banners } from '../../../db/schema/site';
import type { Tx } from '../../../db/transaction';

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

interface OrphanedPage {
  /** Files that nothing holds, kept from being taken up until the transaction ends. */
  ids: string[];
  /** The last file looked at; null when there were no more. */
  last: string | null;
}

export function createOrphanedFiles(db: Db) {
  const holds = (column: AnyPgColumn): SQL =>
    column.columnType === 'PgArray' ? sql`${files.id} = any(${column})` : eq(column, files.id);
  const isNowhere = fileColumns.map((column) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(column.table as AnyPgTable)
        .where(holds(column)),
    ),
  );

  return {
    /** Looks at some files older than that, in the order of their ids, after one of them. */
    async findPage(after: string, before: Date, tx: Tx): Promise<OrphanedPage> {
      const isOld = lt(files.createdAt, before);
      const page = await tx
        .select({ id: files.id })
        .from(files)
        .where(and(gt(files.id, after), isOld))
        .orderBy(asc(files.id))
        .limit(PAGE);
      const last = page.at(-1)?.id ?? null;
      if (last === null) return { ids: [], last };
      const rows = await tx
        .select({ id: files.id })
        .from(files)
        .where(and(gt(files.id, after), lte(files.id, last), isOld, ...isNowhere))
        .for('update', { of: files, skipLocked: true });
      return { ids: rows.map(({ id }) => id), last };
    },
  };
}
