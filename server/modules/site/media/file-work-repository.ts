import { and, eq, gt, lt, or, sql, sum } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { getSingle, hasRow } from '../../../db/query-helpers';
import { fileWork } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';
import type { BackgroundPace } from '../../../media/media-tasks';

type NewFileWork = typeof fileWork.$inferInsert;

export type FileWorkRepository = ReturnType<typeof createFileWorkRepository>;

/** What the work on files of accounts really took. */
export function createFileWorkRepository(db: Db) {
  return {
    async insert(row: NewFileWork, tx: Executor = db): Promise<void> {
      await tx.insert(fileWork).values(row);
    },

    /** Seconds of an account since a moment, at least one for each file: at one pace, and of work that ran over at any. */
    async sumSeconds(ownerId: string, pace: BackgroundPace, since: Date, tx: Tx): Promise<number> {
      const isCounted = or(eq(fileWork.pace, pace), fileWork.hasRunOver);
      const { seconds } = await getSingle(
        tx
          .select({ seconds: sum(sql`greatest(1, ${fileWork.seconds})`).mapWith(Number) })
          .from(fileWork)
          .where(and(eq(fileWork.ownerId, ownerId), gt(fileWork.createdAt, since), isCounted)),
      );
      return seconds ?? 0;
    },

    /** Paces at which work of an account ran over since a moment. */
    async listRunOver(ownerId: string, since: Date, tx: Executor = db): Promise<BackgroundPace[]> {
      const rows = await tx
        .selectDistinct({ pace: fileWork.pace })
        .from(fileWork)
        .where(and(eq(fileWork.ownerId, ownerId), gt(fileWork.createdAt, since), fileWork.hasRunOver));
      return rows.map(({ pace }) => pace);
    },

    /** Whether work of any account ran over at a pace since a moment. */
    hasRunOver: (pace: BackgroundPace, since: Date): Promise<boolean> =>
      hasRow(db, fileWork, eq(fileWork.pace, pace), gt(fileWork.createdAt, since), eq(fileWork.hasRunOver, true)),

    async removeOld(before: Date): Promise<void> {
      await db.delete(fileWork).where(lt(fileWork.createdAt, before));
    },
  };
}
