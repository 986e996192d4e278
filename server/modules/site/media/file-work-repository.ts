import { and, eq, gt, lt, lte, ne, or, sql, sum } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { getSingle, hasRow } from '../../../db/query-helpers';
import { files, fileWork } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';
import type { BackgroundPace } from '../../../media/media-tasks';
import { hasPendingLadder } from './file-claim-repository';
import { isProcessing, type FileRow } from './media-repository';

type NewFileWork = typeof fileWork.$inferInsert;

export type FileWorkRepository = ReturnType<typeof createFileWorkRepository>;

/** Seconds of work on a picture that moves or is very large. */
export const PICTURE_SECONDS = 10;
/** Most seconds that one file in the queue counts as. */
const MAX_COUNTED_SECONDS = 4 * 3600;

export interface SecondsRange {
  above: number;
  upTo: number;
}

/** Seconds of work on the files of accounts: estimated of those in the queue, measured of those that are over. */
export function createFileWorkRepository(db: Db) {
  return {
    async insert(row: NewFileWork, tx: Executor = db): Promise<void> {
      await tx.insert(fileWork).values(row);
    },

    sumSecondsInLine,

    /** Seconds of an account since then, at least one for each file: at one pace, and of work that ran over at any. */
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

    /** Paces at which work of an account ran over since then. */
    async listRunOver(ownerId: string, since: Date, tx: Executor = db): Promise<BackgroundPace[]> {
      const rows = await tx
        .selectDistinct({ pace: fileWork.pace })
        .from(fileWork)
        .where(and(eq(fileWork.ownerId, ownerId), gt(fileWork.createdAt, since), fileWork.hasRunOver));
      return rows.map(({ pace }) => pace);
    },

    /** Whether work of any account ran over at a pace since then. */
    hasRunOver: (pace: BackgroundPace, since: Date): Promise<boolean> =>
      hasRow(db, fileWork, eq(fileWork.pace, pace), gt(fileWork.createdAt, since), eq(fileWork.hasRunOver, true)),

    async removeOld(before: Date): Promise<void> {
      await db.delete(fileWork).where(lt(fileWork.createdAt, before));
    },
  };
}

/** Estimated seconds of the owner's other files that are queued for the same kind of work, at least one for each. */
async function sumSecondsInLine(
  { id, ownerId }: Pick<FileRow, 'id' | 'ownerId'>,
  work: 'file' | 'ladder',
  { above, upTo }: SecondsRange,
  tx: Tx,
): Promise<number> {
  const isInLine = work === 'file' ? isProcessing : hasPendingLadder;
  const estimate = sql<number>`coalesce(${files.workSeconds}, ${PICTURE_SECONDS})`;
  const isOfPace = and(gt(estimate, above), lte(estimate, upTo));
  const { seconds } = await getSingle(
    tx
      .select({ seconds: sum(sql`greatest(1, least(${estimate}, ${MAX_COUNTED_SECONDS}))`).mapWith(Number) })
      .from(files)
      .where(and(eq(files.ownerId, ownerId), ne(files.id, id), isInLine, isOfPace)),
  );
  return seconds ?? 0;
}
