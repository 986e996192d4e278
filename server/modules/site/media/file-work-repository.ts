import { and, count, eq, gt, inArray, isNotNull, lt, lte, ne, sql, sum } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { getSingle, hasRow } from '../../../db/query-helpers';
import { files, fileWork } from '../../../db/schema/files';
import type { Executor, Tx } from '../../../db/transaction';
import { backgroundPaces, type BackgroundPace } from '../../../media/media-tasks';
import { hasPendingLadder } from './file-claim-repository';
import { isProcessing, type FileRow } from './media-repository';

type NewFileWork = typeof fileWork.$inferInsert;

export type FileWorkRepository = ReturnType<typeof createFileWorkRepository>;

export const PICTURE_SECONDS = 10;
const MAX_COUNTED_SECONDS = 4 * 3600;

export interface SecondsRange {
  above: number;
  upTo: number;
}

/** Seconds of work on files by account: estimated while queued, measured when done. */
export function createFileWorkRepository(db: Db) {
  return {
    async insert(row: NewFileWork): Promise<void> {
      await db.insert(fileWork).values(row);
    },

    sumInLine,

    /** Seconds that an account used at this pace and at quicker ones, at least one per file. */
    async sumSeconds(ownerId: string, pace: BackgroundPace, since: Date, tx: Executor = db): Promise<number> {
      const { seconds } = await getSingle(
        tx
          .select({ seconds: sum(sql`greatest(1, ${fileWork.seconds})`).mapWith(Number) })
          .from(fileWork)
          .where(and(eq(fileWork.ownerId, ownerId), gt(fileWork.createdAt, since), inArray(fileWork.pace, upTo(pace)))),
      );
      return seconds ?? 0;
    },

    hasOthersInLine: (ownerId: string, range: SecondsRange): Promise<boolean> =>
      hasRow(db, files, isInLine, eq(files.attempts, 0), ne(files.ownerId, ownerId), isInRange(range)),

    async removeOld(before: Date): Promise<void> {
      await db.delete(fileWork).where(lt(fileWork.createdAt, before));
    },
  };
}

/** A file that takes too long for one pace continues at the next, so its earlier seconds count there too. */
const upTo = (pace: BackgroundPace): BackgroundPace[] => backgroundPaces.slice(0, backgroundPaces.indexOf(pace) + 1);

/** A file without an estimate is an image, or is stored unchanged. */
const estimate = sql<number>`coalesce(${files.workSeconds}, ${PICTURE_SECONDS})`;
const isInRange = ({ above, upTo }: SecondsRange) => and(gt(estimate, above), lte(estimate, upTo));

const isInLine = and(isProcessing, isNotNull(files.queuedAt));

/** The number of the owner's other files in the same queue, and their estimated seconds, at least one per file. */
async function sumInLine(
  { id, ownerId }: Pick<FileRow, 'id' | 'ownerId'>,
  work: 'file' | 'ladder',
  range: SecondsRange,
  tx: Tx,
): Promise<{ seconds: number; count: number }> {
  const isDue = work === 'file' ? isInLine : hasPendingLadder;
  const seconds = sum(sql`greatest(1, least(${estimate}, ${MAX_COUNTED_SECONDS}))`).mapWith(Number);
  const inLine = await getSingle(
    tx
      .select({ seconds, count: count() })
      .from(files)
      .where(and(eq(files.ownerId, ownerId), ne(files.id, id), isDue, isInRange(range))),
  );
  return { seconds: inLine.seconds ?? 0, count: inLine.count };
}
