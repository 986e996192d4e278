import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { getJobPriority } from '../../../lib/job-priority';
import type { BackgroundPace } from '../../../media/media-tasks';
import {
  getLadderRange,
  getLadderTurn,
  getRange,
  getSecondsAfter,
  getTurn,
  getTurnSeconds,
  ladderJobs,
  MAX_TURNS,
  processingJobs,
} from './file-turn';
import type { FileWorkRepository, SecondsRange } from './file-work-repository';
import type { FileRow, MediaRepository } from './media-repository';

/** For this long, finished work of an account counts as if it were still queued. */
const RECENT_MS = 3600 * 1000;

interface QueuedWork {
  work: 'file' | 'ladder';
  pace: BackgroundPace;
  range: SecondsRange;
  seconds: number;
}

export type FileQueue = ReturnType<typeof createFileQueue>;

/**
 * Queues files for processing, over all processes. Accounts take turns by time: a file waits as many turns as its owner has
 * queued or recently used. Within a turn, the shorter file goes first, then the file of the account with fewer files queued.
 * Times are estimated first, and recorded after the work.
 */
export function createFileQueue(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  repository: Pick<MediaRepository, 'update'>,
  fileWork: FileWorkRepository,
) {
  const getRecentStart = () => new Date(clock.now().getTime() - RECENT_MS);

  /** Counts used time too. Otherwise, an account that keeps sending short files would delay long ones forever. */
  async function getPlace({ id, ownerId }: FileRow, { work, pace, range, seconds }: QueuedWork, tx: Tx) {
    const inLine = await fileWork.sumInLine({ id, ownerId }, work, range, tx);
    const used = await fileWork.sumSeconds(ownerId, pace, getRecentStart(), tx);
    const turns = Math.floor((inLine.seconds + used) / getTurnSeconds(pace));
    return { turns, priority: getJobPriority(turns, seconds, inLine.count) };
  }

  /** Moves the file to a slower queue if its account has too many turns, to keep the quick queues free for others. */
  async function add(file: FileRow, tx: Tx): Promise<void> {
    const { pace, seconds } = getTurn(file);
    const { turns, priority } = await getPlace(file, { work: 'file', pace, range: getRange(pace), seconds }, tx);
    if (turns >= MAX_TURNS && pace !== 'lengthy')
      return add({ ...file, workSeconds: getSecondsAfter(pace, seconds) }, tx);
    await repository.update(file.id, { queuedAt: clock.now(), workSeconds: file.workSeconds }, tx);
    await jobs.send(processingJobs[pace], { fileId: file.id, turns }, { tx, priority });
  }

  const hasOthersInLine = ({ ownerId }: Pick<FileRow, 'ownerId'>, pace: BackgroundPace): Promise<boolean> =>
    fileWork.hasOthersInLine(ownerId, getRange(pace));

  return {
    add,

    /**
     * Queues a file again if its owner has since used more time than estimated and others wait, because its job's priority is
     * outdated.
     *
     * @returns whether it was queued again
     */
    async putBack(file: FileRow, turns: number): Promise<boolean> {
      const { pace } = getTurn(file);
      const used = await fileWork.sumSeconds(file.ownerId, pace, getRecentStart());
      if (Math.floor(used / getTurnSeconds(pace)) <= turns || !(await hasOthersInLine(file, pace))) return false;
      await inTransaction(db, (tx) => add(file, tx));
      return true;
    },

    async addDeferred(deferred: readonly FileRow[], tx: Tx): Promise<void> {
      for (const file of deferred) if (file.status === 'processing' && file.attempts === 0) await add(file, tx);
    },

    async addLadder(file: FileRow, tx: Tx): Promise<void> {
      const { pace, seconds } = getLadderTurn(file);
      const { priority } = await getPlace(file, { work: 'ladder', pace, range: getLadderRange(pace), seconds }, tx);
      await jobs.send(ladderJobs[pace], { fileId: file.id }, { tx, priority });
    },

    hasOthersInLine,

    /** @param work.seconds used seconds, even if the work was stopped */
    async recordWork(
      { ownerId }: Pick<FileRow, 'ownerId'>,
      { pace, seconds }: { pace: BackgroundPace; seconds: number },
    ): Promise<void> {
      if (seconds > 0) await fileWork.insert({ ownerId, pace, seconds, createdAt: clock.now() });
    },

    sweepWork: () => fileWork.removeOld(getRecentStart()),
  };
}
