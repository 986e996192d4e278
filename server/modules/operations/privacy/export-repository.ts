import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { firstOrNull, listIds, getSingle, findRow } from '../../../db/query-helpers';
import { dataExports } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { violatedConstraint, type Executor, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';

export type ExportRow = typeof dataExports.$inferSelect;

/** Archives people asked for. */
export function createExportRepository(db: Db) {
  /** @returns ids of those that were changed. */
  const set = (change: Partial<ExportRow>, where: SQL | undefined, tx: Executor = db): Promise<string[]> =>
    listIds(tx.update(dataExports).set(change).where(where).returning({ id: dataExports.id }));

  return {
    /** @throws AppError EXPORT_RUNNING while another one is made. */
    async insert(row: typeof dataExports.$inferInsert, tx: Tx): Promise<ExportRow> {
      try {
        return await getSingle(tx.insert(dataExports).values(row).returning());
      } catch (error) {
        throw violatedConstraint(error) === 'data_exports_pending' ? new AppError('EXPORT_RUNNING') : error;
      }
    },

    /** Bytes of all uploads of an account, and how many archives were made of it since then, the newest included. */
    async measure(accountId: string, since: Date, tx: Executor = db): Promise<{ bytes: number; recent: number }> {
      const bytes = sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number);
      const stored = await getSingle(tx.select({ bytes }).from(files).where(eq(files.ownerId, accountId)));
      const isRecent = and(eq(dataExports.accountId, accountId), gt(dataExports.createdAt, since));
      return { ...stored, recent: await tx.$count(dataExports, isRecent) };
    },

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

    /** @returns false when it is done, or given up. */
    start: async (id: string, now: Date): Promise<boolean> =>
      (await set({ startedAt: now }, and(eq(dataExports.id, id), eq(dataExports.status, 'pending')))).length > 0,

    /** It waits in line once more. @returns false when it is done, or given up. */
    putOff: async (id: string, tx: Tx): Promise<boolean> =>
      (await set({ startedAt: null }, and(eq(dataExports.id, id), eq(dataExports.status, 'pending')), tx)).length > 0,

    /** @returns false when it is not waiting any more. */
    async finish(id: string, change: Pick<ExportRow, 'size' | 'readyAt' | 'expiresAt'>, tx: Tx): Promise<boolean> {
      const where = and(eq(dataExports.id, id), eq(dataExports.status, 'pending'));
      return (await set({ ...change, status: 'ready' }, where, tx)).length > 0;
    },

    /** A newer one takes their place. @returns ids of those whose bytes can go. */
    retireOthers({ id, accountId }: ExportRow, tx: Tx): Promise<string[]> {
      const isOther = and(eq(dataExports.accountId, accountId), ne(dataExports.id, id));
      return set({ status: 'expired' }, and(isOther, eq(dataExports.status, 'ready')), tx);
    },

    /** Those whose time is over. @returns their ids. */
    expire: (now: Date): Promise<string[]> =>
      set({ status: 'expired' }, and(eq(dataExports.status, 'ready'), lte(dataExports.expiresAt, now))),

    /**
     * Gives up those that were begun so long ago that nobody is at them any more, and those whose job must have been lost; a
     * line may be long. @returns their ids.
     */
    giveUp: ({ startedBefore, createdBefore }: { startedBefore: Date; createdBefore: Date }): Promise<string[]> =>
      set(
        { status: 'failed' },
        and(
          // As its index has it.
          sql`${dataExports.status} = 'pending'`,
          or(
            lt(dataExports.startedAt, startedBefore),
            and(isNull(dataExports.startedAt), lt(dataExports.createdAt, createdBefore)),
          ),
        ),
      ),

    /** Those of them that have bytes, or are about to. */
    listKept: (ids: readonly string[]): Promise<string[]> =>
      listIds(
        db
          .select({ id: dataExports.id })
          .from(dataExports)
          .where(and(inArray(dataExports.id, ids), inArray(dataExports.status, ['pending', 'ready']))),
      ),

    /** Forgets all of an account. @returns their ids. */
    removeOf: (accountId: string): Promise<string[]> =>
      listIds(db.delete(dataExports).where(eq(dataExports.accountId, accountId)).returning({ id: dataExports.id })),
  };
}
