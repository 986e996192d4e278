import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { rowOf } from '../../../db/rows';
import { dataExports } from '../../../db/schema/accounts';
import { violatedConstraint, type Executor } from '../../../db/transaction';
import { AppError } from '../../../errors';

export type ExportRow = typeof dataExports.$inferSelect;

/** Archives people asked for. */
export function createExportRepository(db: Db) {
  return {
    /** @throws AppError EXPORT_RUNNING while another one is made. */
    async insert(row: typeof dataExports.$inferInsert, tx: Executor = db): Promise<ExportRow> {
      try {
        const [stored] = await tx.insert(dataExports).values(row).returning();
        return stored as ExportRow;
      } catch (error) {
        throw violatedConstraint(error) === 'data_exports_pending' ? new AppError('EXPORT_RUNNING') : error;
      }
    },

    find: (id: string, tx: Executor = db): Promise<ExportRow | null> => rowOf(tx, dataExports, eq(dataExports.id, id)),

    async findNewest(accountId: string, tx: Executor = db): Promise<ExportRow | null> {
      const [row] = await tx
        .select()
        .from(dataExports)
        .where(eq(dataExports.accountId, accountId))
        .orderBy(desc(dataExports.createdAt), desc(dataExports.id))
        .limit(1);
      return row ?? null;
    },

    /** @returns false when it is not waiting any more. */
    async finish(
      id: string,
      change: Pick<ExportRow, 'size' | 'readyAt' | 'expiresAt'>,
      tx: Executor = db,
    ): Promise<boolean> {
      const rows = await tx
        .update(dataExports)
        .set({ ...change, status: 'ready' })
        .where(and(eq(dataExports.id, id), eq(dataExports.status, 'pending')))
        .returning({ id: dataExports.id });
      return rows.length > 0;
    },

    /** A newer one takes their place. @returns ids of those whose bytes can go. */
    async retireOthers({ id, accountId }: ExportRow, tx: Executor = db): Promise<string[]> {
      const rows = await tx
        .update(dataExports)
        .set({ status: 'expired' })
        .where(and(eq(dataExports.accountId, accountId), ne(dataExports.id, id), eq(dataExports.status, 'ready')))
        .returning({ id: dataExports.id });
      return rows.map((row) => row.id);
    },

    /** Those whose time is over. @returns their ids. */
    async expire(now: Date): Promise<string[]> {
      const rows = await db
        .update(dataExports)
        .set({ status: 'expired' })
        .where(and(eq(dataExports.status, 'ready'), lte(dataExports.expiresAt, now)))
        .returning({ id: dataExports.id });
      return rows.map((row) => row.id);
    },

    /** Those that were begun so long ago that nobody is at them any more. */
    async giveUp(before: Date): Promise<void> {
      await db
        .update(dataExports)
        .set({ status: 'failed' })
        .where(and(eq(dataExports.status, 'pending'), lt(dataExports.createdAt, before)));
    },

    /** Forgets all of an account. @returns their ids. */
    async removeOf(accountId: string): Promise<string[]> {
      const rows = await db
        .delete(dataExports)
        .where(sql`${dataExports.accountId} = ${accountId}`)
        .returning({ id: dataExports.id });
      return rows.map((row) => row.id);
    },
  };
}
