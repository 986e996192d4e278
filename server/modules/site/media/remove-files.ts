import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { MediaStore } from '../../../media/media-store';
import type { FileRemovalRepository } from './file-removal-repository';
import { storagePrefix } from './file-variants';

export interface FileRemoval extends Pick<ServerContext, 'db' | 'clock'> {
  removals: FileRemovalRepository;
  store: MediaStore;
  tmpDir: string;
}

export async function removeFiles(removal: FileRemoval, ids: readonly string[], tx: Tx): Promise<void> {
  await removal.removals.remove(ids, tx);
  tx.afterCommit(() => removeBytes(removal, ids));
}

/** Deletes only files without a reference, because an item may be stored although its request failed. @returns how many */
export async function removeLooseFiles(removal: FileRemoval, ids: readonly string[], tx: Tx): Promise<number> {
  const loose = await removal.removals.lockLoose(ids, tx);
  await removeFiles(removal, loose, tx);
  return loose.length;
}

export async function removeBytes({ store, removals }: FileRemoval, ids: readonly string[], tx?: Tx): Promise<void> {
  for (const id of ids) await store.removeAll(storagePrefix(id));
  await removals.endRemovals(ids, tx);
}
