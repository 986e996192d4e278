import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { priorityOf } from '../../../lib/priority-of';
import type { BackgroundPace } from '../../../media/media-tasks';
import {
  getLadderRange,
  getLeastSeconds,
  getRange,
  ladderJobs,
  ladderTurnOf,
  processingJobs,
  turnOf,
  type SecondsRange,
} from './file-turn';
import type { FileWorkRepository } from './file-work-repository';
import type { FileRow, MediaRepository } from './media-repository';

/** Milliseconds for which work that was done for an account counts as if it were in line still. */
const RECENT_MS = 10 * 60_000;
/** Milliseconds for which files of an account are not taken for shorter than one that ran over. */
const RUN_OVER_MS = 24 * 3600 * 1000;

export type FileQueue = ReturnType<typeof createFileQueue>;

/**
 * Hands files to the jobs that make what is served of them, over all processes. Accounts take turns by time: each file stands
 * behind as many seconds of work as its owner has in line already or has lately used, and of those that are even the shorter is
 * next. What a file takes is only estimated: what it took is recorded once it is over.
 */
export function createFileQueue(
  { jobs, clock }: Pick<ServerContext, 'jobs' | 'clock'>,
  repository: Pick<MediaRepository, 'sumSecondsInLine' | 'update'>,
  fileWork: FileWorkRepository,
) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const findLeastSeconds = async (ownerId: string, tx?: Tx) =>
    getLeastSeconds(await fileWork.listRunOver(ownerId, before(RUN_OVER_MS), tx));

  // Else an account that sends one short file after the other would keep a long one back for as long as it likes.
  async function getPriority(
    file: FileRow,
    {
      work,
      pace,
      range,
      seconds,
    }: { work: 'file' | 'ladder'; pace: BackgroundPace; range: SecondsRange; seconds: number },
    tx: Tx,
  ): Promise<number> {
    const inLine = await repository.sumSecondsInLine(file, work, range, tx);
    const used = await fileWork.sumSeconds(file.ownerId, pace, before(RECENT_MS), tx);
    return priorityOf(Math.floor(inLine + used), seconds);
  }

  return {
    async add(file: FileRow, tx: Tx): Promise<void> {
      const workSeconds = Math.max(turnOf(file).seconds, await findLeastSeconds(file.ownerId, tx));
      if (workSeconds > turnOf(file).seconds) await repository.update(file.id, { workSeconds }, tx);
      const { pace, seconds } = turnOf({ ...file, workSeconds });
      const priority = await getPriority(file, { work: 'file', pace, range: getRange(pace), seconds }, tx);
      await jobs.send(processingJobs[pace], { fileId: file.id }, { tx, priority });
    },

    async addLadder(file: FileRow, tx: Tx): Promise<void> {
      const { pace, seconds } = ladderTurnOf(file);
      const priority = await getPriority(file, { work: 'ladder', pace, range: getLadderRange(pace), seconds }, tx);
      await jobs.send(ladderJobs[pace], { fileId: file.id }, { tx, priority });
    },

    /** A turn that begins: estimates of short work are trusted less once one was belied lately, by whichever account. */
    async prepareTurn<T extends { pace: BackgroundPace }>(turn: T): Promise<T & { isStrict?: boolean }> {
      if (turn.pace !== 'short') return turn;
      return { ...turn, isStrict: await fileWork.hasRunOver(turn.pace, before(RECENT_MS)) };
    },

    /** Whether a file was put in line before another of its account ran over, and has to go to the end of a slower line. */
    isTooFast: async (file: FileRow): Promise<boolean> => turnOf(file).seconds < (await findLeastSeconds(file.ownerId)),

    /** What work on a file took, finished or stopped. */
    async recordWork(
      { ownerId }: Pick<FileRow, 'ownerId'>,
      { pace, seconds, hasRunOver }: { pace: BackgroundPace; seconds: number; hasRunOver: boolean },
      tx?: Tx,
    ): Promise<void> {
      if (seconds > 0 || hasRunOver)
        await fileWork.insert({ ownerId, pace, seconds, hasRunOver, createdAt: clock.now() }, tx);
    },

    /** Forgets what work took that counts no more. A job does so daily. */
    sweepWork: () => fileWork.removeOld(before(RUN_OVER_MS)),
  };
}
