import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerContext } from '../../../context';
import { outageOf } from '../../../db/outage';
import { inTransaction, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { MediaStore } from '../../../media/media-store';
import { UnreadableMedia } from '../../../media/unreadable-media';
import { storageKey, storagePrefix, type FileWorker } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';

/** Milliseconds between signs of life while a file is worked on, and after how many without one the worker counts as gone. */
const BEAT_MS = 15_000;
const GONE_MS = 60_000;
/** Tries after which a file that fails for other reasons than its own content is given up. */
const MOST_ATTEMPTS = 4;

/** Milliseconds between two tries while the database is out. */
const PAUSE_MS = 1_000;

export type OnFileError = (fileId: string, tx: Tx) => Promise<void>;

interface Parts {
  repository: MediaRepository;
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
    // What took long to make is not thrown away because the database is out just now.
    const isFinished = await patiently(async () => {
      const values = { ...made, status: 'finished', updatedAt: now() } as const;
      return (await repository.finish(file.id, values)) ?? (await repository.find(file.id));
    });
    // Its owner deleted it while it was being made: then nothing of it stays. Whoever else was at it, because we seemed
    // to be gone, has made the same under the same names.
    await (isFinished ? store.remove([key]) : store.removeAll(storagePrefix(file.id)));
  }

  /** @param reason for its owner. */
  async function giveUp(file: FileRow, reason: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const failed = await repository.finish(
        file.id,
        { status: 'error', failure: reason, variants: {}, updatedAt: now() },
        tx,
      );
      if (!failed) return;
      await onError(file.id, tx);
      tx.afterCommit(() => store.removeAll(storagePrefix(file.id)));
    });
  }

  async function process(fileId: string): Promise<void> {
    const file = await repository.claim(fileId, now(), staleBefore());
    if (!file) return;
    if (file.attempts > MOST_ATTEMPTS) return giveUp(file, 'It could not be converted.');
    // A missed beat is made up by the next; the database being away ends the work by itself.
    const beat = setInterval(() => void repository.beat(file.id, now()).catch(() => undefined), BEAT_MS);
    try {
      await give(file);
    } catch (error) {
      // Deleted meanwhile, or finished by another: what was read is gone, and nothing is left to do.
      if ((await patiently(() => repository.find(file.id)))?.status !== 'processing') return;
      if (error instanceof UnreadableMedia) return await giveUp(file, error.message);
      // Lets go of the file, so that the queue's next try need not wait for the heartbeat to go stale.
      await patiently(() => repository.beat(file.id, new Date(0)));
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  return {
    /** Works on one file. @throws what may pass by itself, such as a full disk: the queue tries again. */
    process,

    /**
     * Takes up files whose worker died, for example when the process was killed in the middle of a film.
     *
     * @throws AggregateError of those that failed again; the others were worked on.
     */
    async resume(): Promise<void> {
      await eachOrThrow(await repository.listAbandoned(staleBefore()), process);
    },
  };
}

/** Asks the database until it is there; the process may end meanwhile. @throws what is no outage */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (outageOf(error) === undefined) throw error;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
