import type { ServerContext } from '../../context';
import { inTransaction, type Tx } from '../../db/transaction';
import type { MediaStore } from '../../media/media-store';
import { isBadFile, storageKey, type FileWorker } from './file-worker';
import type { FileRow, createMediaRepository } from './media-repository';

/** Milliseconds between signs of life while a file is worked on, and after how many without one the worker counts as gone. */
const BEAT_MS = 15_000;
const GONE_MS = 60_000;
/** Tries after which a file that fails for other reasons than its own content is given up. */
const MOST_ATTEMPTS = 4;

export type OnFileError = (fileId: string, tx: Tx) => Promise<void>;

interface Parts {
  repository: ReturnType<typeof createMediaRepository>;
  store: MediaStore;
  worker: FileWorker;
  /** Told within the transaction that marks a file as failed. */
  onError: OnFileError;
}

/**
 * The background half of media: takes files that were stored and makes what is served of them. At least once is enough:
 * a finished file is left alone, and of two workers one finds the file taken.
 */
export function createFileProcessing(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { repository, store, worker, onError }: Parts,
) {
  const now = () => clock.now();
  const staleBefore = () => new Date(now().getTime() - GONE_MS);

  async function give(file: FileRow): Promise<void> {
    const key = storageKey(file.id, 'original');
    const made = await store.withLocal(key, (path) => worker.make({ ...file, path }));
    const finished = await repository.finish(file.id, { ...made, status: 'finished', updatedAt: now() });
    // Its owner deleted it while it was being made: then nothing of it stays.
    const leftovers = finished ? [key] : [key, ...Object.values(made.variants).map((variant) => variant.key)];
    await store.remove(leftovers);
  }

  async function giveUp(file: FileRow): Promise<void> {
    await inTransaction(db, async (tx) => {
      const failed = await repository.finish(file.id, { status: 'error', variants: {}, updatedAt: now() }, tx);
      if (!failed) return;
      await onError(file.id, tx);
      tx.afterCommit(() => store.remove([storageKey(file.id, 'original')]));
    });
  }

  async function process(fileId: string): Promise<void> {
    const file = await repository.claim(fileId, now(), staleBefore());
    if (!file) return;
    if (file.attempts > MOST_ATTEMPTS) return giveUp(file);
    // A missed beat is made up by the next; the database being away ends the work by itself.
    const beat = setInterval(() => void repository.beat(file.id, now()).catch(() => undefined), BEAT_MS);
    try {
      await give(file);
    } catch (error) {
      if (isBadFile(error)) return await giveUp(file);
      // Lets go of the file, so that the queue's next try need not wait for the heartbeat to go stale.
      await repository.beat(file.id, new Date(0));
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  return {
    /** Works on one file. @throws what may pass by itself, such as a full disk: the queue tries again. */
    process,

    /** Takes up files whose worker died, for example when the process was killed in the middle of a film. */
    async resume(): Promise<void> {
      for (const id of await repository.listAbandoned(staleBefore())) await process(id);
    },
  };
}
