import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerContext } from '../../../context';
import { outageOf } from '../../../db/outage';
import { inTransaction, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { MediaStore } from '../../../media/media-store';
import { UnreadableMedia } from '../../../media/media-tasks';
import { storageKey, storagePrefix, type FileWorker } from './file-worker';
import type { OnFileChange } from './file-captions';
import { needsLadder, planOf } from './file-plan';
import { NEVER_SCANNED, NotScanned, type FileScan } from './file-scan';
import type { FileRow, MediaRepository } from './media-repository';

/** Milliseconds between signs of life while a file is worked on, and after how many without one the worker counts as gone. */
const BEAT_MS = 15_000;
const GONE_MS = 60_000;
/** Tries after which a file that fails for other reasons than its own content is given up. */
const MOST_ATTEMPTS = 4;

/** Milliseconds between two tries while the database is out. */
const PAUSE_MS = 1_000;

/** @param file whose it is, what it was called and since when it is there; `reason` in words for its owner. */
export type OnFileError = (fileId: string, tx: Tx, file: BrokenFile) => Promise<void>;

export interface BrokenFile extends Pick<FileRow, 'ownerId' | 'name' | 'createdAt'> {
  reason: string;
  /** It could be opened before. */
  wasReady: boolean;
}

interface Parts {
  repository: MediaRepository;
  store: MediaStore;
  worker: FileWorker;
  scan: FileScan;
  /** `onError` is told within the transaction that marks a file as failed. */
  handlers: { onError: OnFileError; onChange: OnFileChange };
}

/** What is done to a file in the background, by one worker at a time. */
interface Step {
  /** Takes the file; null when there is nothing to do, or somebody else is at it. */
  claim(fileId: string, now: Date, staleBefore: Date): Promise<FileRow | null>;
  attemptsOf(file: FileRow): number;
  /** Whether it is still to be done. */
  isDue(file: FileRow): boolean;
  make(file: FileRow): Promise<void>;
  /** @param reason for its owner. */
  giveUp(file: FileRow, reason: string): Promise<void>;
}

/**
 * The background half of media: takes files that were stored and makes what is served of them. At least once is enough:
 * a finished file is left alone, and of two workers one finds the file taken. A film is finished when it can be played; its
 * ladder of qualities follows in a job of its own, behind films that cannot be played yet.
 */
export function createFileProcessing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, store, worker, scan, handlers }: Parts,
) {
  const now = () => clock.now();
  const staleBefore = () => new Date(now().getTime() - GONE_MS);

  async function markBroken(id: string, reason: string, { wasReady }: { wasReady: boolean }): Promise<void> {
    await inTransaction(db, async (tx) => {
      // What holds it is locked before it, as whoever saves, sells or buys it does.
      await handlers.onChange(id, tx);
      const values = { status: 'error', failure: reason, variants: {}, updatedAt: now() } as const;
      const broken = await (wasReady ? repository.breakFinished : repository.finish)(id, values, tx);
      if (!broken) return;
      const { ownerId, name, createdAt } = broken;
      await handlers.onError(id, tx, { ownerId, name, createdAt, reason, wasReady });
      tx.afterCommit(() => store.removeAll(storagePrefix(id)));
    });
  }

  const file: Step = {
    claim: repository.claim,
    attemptsOf: ({ attempts }) => attempts,
    isDue: ({ status }) => status === 'processing',
    async make({ id, ...row }) {
      const key = storageKey(id, 'original');
      await store.withLocal(key, scan.check);
      if (planOf(row.type, row.kind) === 'keep') {
        await patiently(() => repository.finish(id, { status: 'finished', updatedAt: now() }));
        return;
      }
      const made = await store.withLocal(key, (path) => worker.make({ ...row, id, path }));
      const hasLadder = needsLadder(row, made);
      const values = { ...made, status: 'finished', ladderStatus: hasLadder ? 'processing' : 'none' } as const;
      // What took long to make is not thrown away because the database is out just now.
      const isFinished = await patiently(() =>
        inTransaction(db, async (tx) => {
          const finished = await repository.finish(id, { ...values, updatedAt: now() }, tx);
          if (finished && hasLadder) await jobs.send('make-ladder', { fileId: id }, { tx });
          return finished ?? (await repository.find(id, tx));
        }),
      );
      // Its owner deleted it while it was being made: then nothing of it stays. Whoever else was at it, because we seemed
      // to be gone, has made the same under the same names.
      if (!isFinished) await store.removeAll(storagePrefix(id));
      else if (!hasLadder) await store.remove([key]);
    },
    giveUp: ({ id }, reason) => markBroken(id, reason, { wasReady: false }),
  };

  const ladder: Step = {
    claim: repository.claimLadder,
    attemptsOf: ({ ladderAttempts }) => ladderAttempts,
    isDue: ({ ladderStatus }) => ladderStatus === 'processing',
    async make({ id, mimeType: _served, ...row }) {
      const key = storageKey(id, 'original');
      const film = storageKey(id, 'video');
      const made = await store.withLocal(film, (path) =>
        store.withLocal(key, (original) => worker.makeLadder({ ...row, id, path, original })),
      );
      const finished = await patiently(() => repository.finishLadder(id, made));
      const isThere = finished ?? (await patiently(() => repository.find(id)));
      await (isThere ? store.remove([key]) : store.removeAll(storagePrefix(id)));
    },
    // The film plays without: its owner loses nothing.
    async giveUp({ id }) {
      await repository.update(id, { ladderStatus: 'error' });
      await store.remove([storageKey(id, 'original')]);
    },
  };

  async function attend(fileId: string, step: Step): Promise<void> {
    const claimed = await step.claim(fileId, now(), staleBefore());
    if (!claimed) return;
    if (step.attemptsOf(claimed) > MOST_ATTEMPTS) return step.giveUp(claimed, 'It could not be converted.');
    // A missed beat is made up by the next; the database being away ends the work by itself.
    const beat = setInterval(
      () => void repository.update(fileId, { heartbeatAt: now() }).catch(() => undefined),
      BEAT_MS,
    );
    try {
      await step.make(claimed);
    } catch (error) {
      // Deleted meanwhile, or finished by another: what was read is gone, and nothing is left to do.
      const current = await patiently(() => repository.find(fileId));
      if (!current) return await store.removeAll(storagePrefix(fileId));
      if (!step.isDue(current)) return;
      if (error instanceof UnreadableMedia) return await step.giveUp(claimed, error.message);
      const isOfScanner = error instanceof NotScanned && error.isOfFile;
      if (isOfScanner && step.attemptsOf(claimed) >= MOST_ATTEMPTS) {
        scan.report(claimed.size, 'the scanner broke off each time');
        return await step.giveUp(claimed, NEVER_SCANNED);
      }
      // Lets go of the file, so that the queue's next try need not wait for the heartbeat to go stale.
      await patiently(() => repository.update(fileId, { heartbeatAt: new Date(0) }));
      // It waits for as long as it takes: nobody gets what was not looked into. The tries so far were not the file's fault.
      if (error instanceof NotScanned && !isOfScanner)
        await patiently(() => repository.update(fileId, { attempts: 1 }));
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  return {
    /** Works on one file. @throws what may pass by itself, such as a full disk: the queue tries again. */
    process: (fileId: string) => attend(fileId, file),

    /**
     * Gives up a file that was ready: its bytes were lost, a later scan found something in it, or it could not be converted
     * anew. Nothing happens to one that is not ready.
     *
     * @param reason for its owner.
     */
    giveUpFinished: (fileId: string, reason: string) => markBroken(fileId, reason, { wasReady: true }),

    /** Makes the qualities of a film that can be played already. @throws as `process` */
    makeLadder: (fileId: string) => attend(fileId, ladder),

    /**
     * Takes up files whose worker died, for example when the process was killed in the middle of a film.
     *
     * @throws AggregateError of those that failed again; the others were worked on.
     */
    async resume(): Promise<void> {
      const { files, ladders } = await repository.listAbandoned(staleBefore());
      const left = [...files.map((id) => [id, file] as const), ...ladders.map((id) => [id, ladder] as const)];
      await eachOrThrow(left, ([id, step]) => attend(id, step));
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
