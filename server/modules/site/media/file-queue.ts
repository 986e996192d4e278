import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { priorityOf } from '../../../lib/priority-of';
import type { BackgroundPace } from '../../../media/media-tasks';
import { getLadderRange, getLadderTurn, getRange, getTurn, ladderJobs, processingJobs } from './file-turn';
import type { FileWorkRepository, SecondsRange } from './file-work-repository';
import type { FileRow } from './media-repository';

/** Milliseconds for which finished work of an account counts as if it were still queued. */
const RECENT_MS = 10 * 60_000;

interface QueuedWork {
  work: 'file' | 'ladder';
  pace: BackgroundPace;
  range: SecondsRange;
  seconds: number;
}

export type FileQueue = ReturnType<typeof createFileQueue>;

/**
 * Sends files to the jobs that make what is served of them, over all processes. Accounts take turns by time: a file waits
 * behind as many seconds of work as its owner has queued or lately used, and among equals the shorter file goes first. The time
 * is only estimated beforehand, and recorded afterwards.
 */
export function createFileQueue({ jobs, clock }: Pick<ServerContext, 'jobs' | 'clock'>, fileWork: FileWorkRepository) {
  const getRecentStart = () => new Date(clock.now().getTime() - RECENT_MS);

  /** Used seconds count too: else an account that sends one short file after the other would delay a long one for ever. */
  async function getPriority(file: FileRow, { work, pace, range, seconds }: QueuedWork, tx: Tx): Promise<number> {
    const inLine = await fileWork.sumSecondsInLine(file, work, range, tx);
    const used = await fileWork.sumSeconds(file.ownerId, pace, getRecentStart(), tx);
    return priorityOf(Math.floor(inLine + used), seconds);
  }

  async function add(file: FileRow, tx: Tx): Promise<void> {
    const { pace, seconds } = getTurn(file);
    const priority = await getPriority(file, { work: 'file', pace, range: getRange(pace), seconds }, tx);
    await jobs.send(processingJobs[pace], { fileId: file.id }, { tx, priority });
  }

  return {
    add,

    /** Adds files that were stored as deferred, except those that are finished or were begun. */
    async addDeferred(deferred: readonly FileRow[], tx: Tx): Promise<void> {
      for (const file of deferred) if (file.status === 'processing' && file.attempts === 0) await add(file, tx);
    },

    async addLadder(file: FileRow, tx: Tx): Promise<void> {
      const { pace, seconds } = getLadderTurn(file);
      const priority = await getPriority(file, { work: 'ladder', pace, range: getLadderRange(pace), seconds }, tx);
      await jobs.send(ladderJobs[pace], { fileId: file.id }, { tx, priority });
    },

    /** Whether files of other accounts wait at the pace of this one. */
    hasOthersInLine: ({ ownerId }: Pick<FileRow, 'ownerId'>, pace: BackgroundPace): Promise<boolean> =>
      fileWork.hasOthersInLine(ownerId, getRange(pace)),

    /** @param work.seconds that were used, whether the work was finished or stopped. */
    async recordWork(
      { ownerId }: Pick<FileRow, 'ownerId'>,
      { pace, seconds }: { pace: BackgroundPace; seconds: number },
    ): Promise<void> {
      if (seconds > 0) await fileWork.insert({ ownerId, pace, seconds, createdAt: clock.now() });
    },

    /** Deletes records that count no more. A job does so daily. */
    sweepWork: () => fileWork.removeOld(getRecentStart()),
  };
}
