import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { MediaStore } from '../../../media/media-store';
import { storagePrefix } from './file-variants';
import type { FileRow, MediaRepository } from './media-repository';

/** How files are given up. */
export function createFileFailure(
  { db, clock, events }: Pick<ServerContext, 'db' | 'clock' | 'events'>,
  { repository, store }: { repository: MediaRepository; store: MediaStore },
) {
  /** @param options.tried the row that was worked on; absent for a file that was ready. */
  return async function markBroken(
    id: string,
    reason: string,
    { tried, isKept = false }: { tried?: FileRow; isKept?: boolean },
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      // What holds it is locked before it, as whoever saves, sells or buys it does.
      await events.emit(tx, 'fileChanging', { fileId: id });
      const values = {
        status: 'error',
        failure: reason,
        updatedAt: clock.now(),
        ...(!isKept && { variants: {} }),
      } as const;
      const broken = await (tried ? repository.finish(tried, values, tx) : repository.breakFinished(id, values, tx));
      if (!broken) return false;
      const { ownerId, name, createdAt } = broken;
      const failed = { fileId: id, ownerId, name, createdAt, reason, wasReady: !tried, isKept };
      await events.emit(tx, 'fileFailed', failed);
      if (!isKept) tx.afterCommit(() => store.removeAll(storagePrefix(id)));
      return true;
    });
  };
}
