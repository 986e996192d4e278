import { UnreadableMedia } from '../../../media/unreadable-media';
import type { MediaStore } from '../../../media/media-store';
import { isPortrait, planOf } from './file-plan';
import { storagePrefix, type FileWorker } from './file-worker';
import type { MediaRepository } from './media-repository';

/** Files looked at in one step. */
const PAGE = 100;

/**
 * Makes the widths and the thumb hash of pictures from before there were any, out of the largest rendition they have: what
 * arrived is gone. What is served already stays as it is.
 *
 * @returns how many pictures were completed, and the ids of those that cannot be read any more.
 */
export async function remakePictures({
  repository,
  store,
  worker,
}: {
  repository: MediaRepository;
  store: MediaStore;
  worker: FileWorker;
}): Promise<{ count: number; unreadable: string[] }> {
  const unreadable: string[] = [];
  let count = 0;
  for (let after = ''; ;) {
    const page = await repository.listWithoutWidths(after, PAGE);
    for (const file of page) {
      const large = file.variants['large'];
      if (!large || planOf(file.type, file.kind) !== 'picture') continue;
      try {
        const made = await store.withLocal(large.key, (path) =>
          worker.makeWidths({ id: file.id, path, isPortrait: isPortrait(file.type), known: file.variants }),
        );
        if (await repository.addWidths(file.id, made)) count += 1;
        // Deleted meanwhile.
        else await store.removeAll(storagePrefix(file.id));
      } catch (error) {
        if (!(error instanceof UnreadableMedia) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        unreadable.push(file.id);
      }
    }
    const last = page.at(-1);
    if (!last) return { count, unreadable };
    after = last.id;
  }
}
