import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { priorityOf } from '../../../lib/priority-of';
import { ladderJobs, ladderTurnOf, processingJobs, turnOf } from './file-turn';
import type { FileRow, MediaRepository } from './media-repository';

/** Milliseconds for which what was made for an account counts as if it were in line still. */
const RECENT_MS = 10 * 60_000;

export type FileQueue = ReturnType<typeof createFileQueue>;

/**
 * Hands files to the jobs that make what is served of them, over all processes. Accounts take turns: each file stands behind
 * as many of others as its owner has files in line already or had made lately, and of those that are even the shorter is next.
 */
export function createFileQueue(
  { jobs, clock }: Pick<ServerContext, 'jobs' | 'clock'>,
  repository: Pick<MediaRepository, 'countTurns'>,
) {
  // Else an account that sends one short file after the other would keep a long one back for as long as it likes.
  const since = () => new Date(clock.now().getTime() - RECENT_MS);

  return {
    async add(file: FileRow, tx: Tx): Promise<void> {
      const { pace, seconds } = turnOf(file);
      const turns = await repository.countTurns(file, 'file', since(), tx);
      await jobs.send(processingJobs[pace], { fileId: file.id }, { tx, priority: priorityOf(turns, seconds) });
    },

    async addLadder(file: FileRow, tx: Tx): Promise<void> {
      const { pace, seconds } = ladderTurnOf(file);
      const turns = await repository.countTurns(file, 'ladder', since(), tx);
      await jobs.send(ladderJobs[pace], { fileId: file.id }, { tx, priority: priorityOf(turns, seconds) });
    },
  };
}
