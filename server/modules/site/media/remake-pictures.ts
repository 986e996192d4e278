import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import type { MediaStore } from '../../../media/media-store';
import { UnreadableMedia } from '../../../media/media-tasks';
import { storagePrefix } from './file-variants';
import type { FileWorker } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';
import { getProcessingPlan, isAvatar } from './processing-plan';
import { hasCode } from '../../../lib/error';

const PAGE = 100;

interface RemakeDeps extends Pick<ServerContext, 'db'> {
  repository: MediaRepository;
  store: MediaStore;
  worker: FileWorker;
}

/**
 * Adds widths and thumb hashes to images stored before these existed. Uses the largest variant, because originals were deleted.
 * Existing variants do not change.
 *
 * @returns the number of completed images, and ids of those that cannot be read
 */
export async function remakePictures(
  deps: RemakeDeps,
  by?: Operator,
): Promise<{ count: number; unreadable: string[] }> {
  const subject = { kind: 'site', id: 'pictures' } as const;
  await inTransaction(deps.db, (tx) => recordAct(tx, by, { act: 'pictures.remade', subject }));
  const unreadable: string[] = [];
  let count = 0;
  for (let after = ''; ;) {
    const page = await deps.repository.listWithoutWidths(after, PAGE);
    for (const file of page) {
      try {
        if (await remakePicture(deps, file)) count += 1;
      } catch (error) {
        if (!(error instanceof UnreadableMedia) && !hasCode(error, 'ENOENT')) throw error;
        unreadable.push(file.id);
      }
    }
    const last = page.at(-1);
    if (!last) return { count, unreadable };
    after = last.id;
  }
}

async function remakePicture({ repository, store, worker }: RemakeDeps, file: FileRow): Promise<boolean> {
  const { id, ownerId, type, kind, variants } = file;
  const large = variants['large'];
  if (!large || getProcessingPlan(type, kind) !== 'picture') return false;
  const made = await store.withLocal(large.key, (path) =>
    worker.makeWidths({ id, path, isPortrait: isAvatar(type), variants }, { account: ownerId, pace: 'brief' }),
  );
  if (await repository.addWidths(id, made)) return true;
  await store.removeAll(storagePrefix(id));
  return false;
}
