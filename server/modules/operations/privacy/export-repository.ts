import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { firstOrNull, listIds, getSingle, findRow } from '../../../db/query-helpers';
import { dataExports } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { violatedConstraint, type Executor, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';

export type ExportRow = typeof dataExports.$inferSelect;

const isPending = (id: string) => and(eq(dataExports.id, id), eq(dataExports.status, 'pending'));

export function createExportRepository(db: Db) {
  return {
    /** @throws AppError EXPORT_RUNNING if another export is pending */
    async insert(row: typeof dataExports.$inferInsert, tx: Tx): Promise<ExportRow> {
      try {
        return await getSingle(tx.insert(dataExports).values(row).returning());
      } catch (error) {
        throw violatedConstraint(error) === 'data_exports_pending' ? new AppError('EXPORT_RUNNING') : error;
      }
    },

    measure: (accountId: string, since: Date, tx: Executor = db) => measure(accountId, since, tx),

    find: (id: string, tx: Executor = db): Promise<ExportRow | null> =>
      findRow(tx, dataExports, eq(dataExports.id, id)),

    findNewest: (accountId: string): Promise<ExportRow | null> =>
      firstOrNull(
        db
          .select()
          .from(dataExports)
          .where(eq(dataExports.accountId, accountId))
          .orderBy(desc(dataExports.createdAt), desc(dataExports.id))
          .limit(1),
      ),

    start: async (id: string, now: Date): Promise<boolean> =>
      (await update({ startedAt: now }, isPending(id), db)).length > 0,

    /** @returns false unless it is pending */
    postpone: async (id: string, tx: Tx): Promise<boolean> =>
      (await update({ startedAt: null }, isPending(id), tx)).length > 0,

    /** @returns false unless it is pending */
    finish: async (id: string, change: Pick<ExportRow, 'size' | 'readyAt' | 'expiresAt'>, tx: Tx): Promise<boolean> =>
      (await update({ ...change, status: 'ready' }, isPending(id), tx)).length > 0,

    /** Marks the account's other exports as expired. @returns their ids */
    retireOthers({ id, accountId }: ExportRow, tx: Tx): Promise<string[]> {
      const isOther = and(eq(dataExports.accountId, accountId), ne(dataExports.id, id));
      return update({ status: 'expired' }, and(isOther, eq(dataExports.status, 'ready')), tx);
    },

    expire: (now: Date): Promise<string[]> =>
      update({ status: 'expired' }, and(eq(dataExports.status, 'ready'), lte(dataExports.expiresAt, now)), db),

    /** Marks exports as failed if their last attempt is too long ago, or their job was lost. @returns their ids */
    giveUp: ({ startedBefore, createdBefore }: { startedBefore: Date; createdBefore: Date }): Promise<string[]> => {
      const isStalled = or(
        lt(dataExports.startedAt, startedBefore),
        and(isNull(dataExports.startedAt), lt(dataExports.createdAt, createdBefore)),
      );
      // Not a parameter, so that PostgreSQL can use the partial index.
      return update({ status: 'failed' }, and(sql`${dataExports.status} = 'pending'`, isStalled), db);
    },

    /** Omits exports whose file is no longer needed. */
    listNeeded: (ids: readonly string[]): Promise<string[]> =>
      listIds(
        db
          .select({ id: dataExports.id })
          .from(dataExports)
          .where(and(inArray(dataExports.id, ids), inArray(dataExports.status, ['pending', 'ready']))),
      ),

    listReady: (): Promise<string[]> =>
      listIds(db.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.status, 'ready'))),

    removeAll: (accountId: string): Promise<string[]> =>
      listIds(db.delete(dataExports).where(eq(dataExports.accountId, accountId)).returning({ id: dataExports.id })),
  };
}

/** @returns total size of the account's uploads, and number of exports requested after `since` */
async function measure(accountId: string, since: Date, tx: Executor): Promise<{ bytes: number; recent: number }> {
  const bytes = sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number);
  const stored = await getSingle(tx.select({ bytes }).from(files).where(eq(files.ownerId, accountId)));
  const isRecent = and(eq(dataExports.accountId, accountId), gt(dataExports.createdAt, since));
  return { ...stored, recent: await tx.$count(dataExports, isRecent) };
}

const update = (change: Partial<ExportRow>, where: SQL | undefined, tx: Executor): Promise<string[]> =>
  listIds(tx.update(dataExports).set(change).where(where).returning({ id: dataExports.id }));
