import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { ladderJobs, ladderTurnOf, processingJobs, turnOf } from './file-turn';
import type { FileRow, MediaRepository } from './media-repository';

export type FileQueue = ReturnType<typeof createFileQueue>;

/**
 * Hands files to the jobs that make what is served of them. Accounts take turns: each file stands behind as many of others as
 * its owner has files in line already, over all processes.
 */
export function createFileQueue(
  { jobs }: Pick<ServerContext, 'jobs'>,
  repository: Pick<MediaRepository, 'countInLine'>,
) {
  return {
    async add(file: FileRow, tx: Tx): Promise<void> {
      const before = await repository.countInLine(file, 'file', tx);
      await jobs.send(processingJobs[turnOf(file).pace], { fileId: file.id }, { tx, priority: -before });
    },

    async addLadder(file: FileRow, tx: Tx): Promise<void> {
      const before = await repository.countInLine(file, 'ladder', tx);
      await jobs.send(ladderJobs[ladderTurnOf(file).pace], { fileId: file.id }, { tx, priority: -before });
    },
  };
}
