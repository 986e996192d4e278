import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { NoDiskRoom } from '../../../lib/disk-room';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { MediaStore } from '../../../media/media-store';
import { TooLongForPace, UnreadableMedia, WorkInterrupted } from '../../../media/media-tasks';
import type { Failures } from '../../../log/failures';
import type { Step } from './file-step';
import { createFileFailure } from './file-failure';
import { storageKey, storagePrefix, type FileWorker } from './file-variants';
import type { FileQueue } from './file-queue';
import { getLeastSeconds, hasBeliedEstimate, ladderJobs, ladderTurnOf, processingJobs, turnOf } from './file-turn';
import { patiently } from './patiently';
import { isSetAside, needsLadder, getProcessingPlan } from './processing-plan';
import { NEVER_SCANNED, ScanUnavailable, type FileScan } from './file-scan';
import type { FileRow, MediaRepository } from './media-repository';

/** Milliseconds between signs of life while a file is worked on, and after how many without one the worker counts as gone. */
const BEAT_MS = 15_000;
const GONE_MS = 60_000;
/** Tries after which a file that fails for other reasons than its own content is given up. */
const MOST_ATTEMPTS = 4;

/** Interruptions from outside after which a file is set aside; the pauses between them add up to hours. */
const MAX_INTERRUPTIONS = 10;
/** For the owner of a file that was set aside. */
const SET_ASIDE = 'Our server was stopped each time it worked on this. Your file is kept and nothing is wrong with it.';
/** Milliseconds that whoever takes up files waits for them; the work goes on. */
const RESUME_MS = 4 * 60_000;

interface Parts {
  repository: MediaRepository;
  store: MediaStore;
  worker: FileWorker;
  scan: FileScan;
  queue: FileQueue;
  failures: Failures;
}

/**
 * The background half of media: takes files that were stored and makes what is served of them. At least once is enough:
 * a finished file is left alone, and of two workers one finds the file taken. A film is finished when it can be played; its
 * ladder of qualities follows in a job of its own, behind films that cannot be played yet.
 */
export function createFileProcessing(
  { db, clock, events }: Pick<ServerContext, 'db' | 'clock' | 'events'>,
  { repository, store, worker, scan, queue, failures }: Parts,
) {
  const now = () => clock.now();
  const markBroken = createFileFailure({ db, clock, events }, { repository, store });
  const staleBefore = () => new Date(now().getTime() - GONE_MS);

  const file: Step = {
    turnOf,
    claim: repository.claim,
    attemptsOf: ({ attempts }) => attempts,
    countInterruption: repository.interruption.ofFile,
    firstTry: { attempts: 1 },
    isDue: ({ status }) => status === 'processing',
    async make(row, turn) {
      const { id } = row;
      if (await queue.isTooFast(row)) return putBack(id, turn.seconds);
      const key = storageKey(id, 'original');
      await store.withLocal(key, (path) => scan.check(path, { account: row.ownerId, size: row.size }));
      if (getProcessingPlan(row.type, row.kind) === 'keep') {
        await patiently(() => repository.finish(row, { status: 'finished', updatedAt: now() }));
        return;
      }
      const made = await store.withLocal(key, (path) => worker.make({ ...row, path, turn }));
      const hasLadder = needsLadder(row, made);
      const ladderStatus = hasLadder ? 'processing' : 'none';
      const values = { ...made, status: 'finished', ladderStatus, interruptions: 0 } as const;
      // What took long to make is not thrown away because the database is out just now.
      const isFinished = await patiently(() =>
        inTransaction(db, async (tx) => {
          const finished = await repository.finish(row, { ...values, updatedAt: now() }, tx);
          if (finished && hasLadder) await queue.addLadder(finished, tx);
          return finished ?? (await repository.find(id, tx));
        }),
      );
      // Its owner deleted it while it was being made: then nothing of it stays. Whoever else was at it, because we seemed
      // to be gone, has made the same under the same names.
      if (!isFinished) await store.removeAll(storagePrefix(id));
      else if (!hasLadder) await store.remove([key]);
    },
    giveUp: async (tried, reason) => void (await markBroken(tried.id, reason, { tried })),
    async setAside(row) {
      await markBroken(row.id, SET_ASIDE, { tried: row, isKept: true });
      const error = new Error(`set file ${row.id} aside: its worker was killed ${MAX_INTERRUPTIONS} times`);
      failures.report('job', processingJobs[turnOf(row).pace], error);
    },
  };

  const ladder: Step = {
    turnOf: ladderTurnOf,
    claim: repository.claimLadder,
    attemptsOf: ({ ladderAttempts }) => ladderAttempts,
    countInterruption: repository.interruption.ofLadder,
    firstTry: { ladderAttempts: 1 },
    isDue: ({ ladderStatus }) => ladderStatus === 'processing',
    async make({ id, mimeType: _served, ...row }, turn) {
      const key = storageKey(id, 'original');
      const film = storageKey(id, 'video');
      const made = await store.withLocal(film, (path) =>
        store.withLocal(key, (original) => worker.makeLadder({ ...row, id, path, original, turn })),
      );
      const finished = await patiently(() => repository.finishLadder(id, made));
      const isThere = finished ?? (await patiently(() => repository.find(id)));
      await (isThere ? store.remove([key]) : store.removeAll(storagePrefix(id)));
    },
    // The film plays without: its owner loses nothing.
    giveUp: ({ id }) => dropLadder(id),
    async setAside(row) {
      await dropLadder(row.id);
      const error = new Error(
        `gave up the qualities of film ${row.id}: its worker was killed ${MAX_INTERRUPTIONS} times`,
      );
      failures.report('job', ladderJobs[ladderTurnOf(row).pace], error);
    },
  };

  /** Puts a file in line once more, for as much work as that; what it took so far was no failure. */
  const putBack = (id: string, seconds: number): Promise<void> =>
    inTransaction(db, async (tx) => {
      const slower = await repository.slowDown(id, seconds, tx);
      if (slower) await queue.add(slower, tx);
    });

  async function dropLadder(id: string): Promise<void> {
    if (await repository.dropLadder(id)) await store.remove([storageKey(id, 'original')]);
  }

  async function attend(fileId: string, step: Step): Promise<void> {
    const claimed = await step.claim(fileId, now(), staleBefore());
    if (!claimed) return;
    if (claimed.interruptions > MAX_INTERRUPTIONS) return step.setAside(claimed);
    if (step.attemptsOf(claimed) > MOST_ATTEMPTS) return step.giveUp(claimed, 'It could not be converted.');
    const turn = await patiently(() => queue.prepareTurn(step.turnOf(claimed)));
    let seconds = 0;
    const onWorked = (more: number) => void (seconds += more);
    // A missed beat is made up by the next; the database being away ends the work by itself.
    const beat = setInterval(() => void repository.beat(fileId, now()).catch(() => undefined), BEAT_MS);
    try {
      const failed = await step.make(claimed, { ...turn, onWorked }).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const hasRunOver = failed?.error instanceof TooLongForPace || hasBeliedEstimate(turn, seconds);
      await patiently(() => queue.recordWork(claimed, { pace: turn.pace, seconds, hasRunOver }));
      if (failed) await endFailed(claimed, step, failed.error);
    } finally {
      clearInterval(beat);
    }
  }

  /** @throws what may pass by itself. */
  async function endFailed(claimed: FileRow, step: Step, error: unknown): Promise<void> {
    const { id } = claimed;
    // Deleted meanwhile, or finished by another: what was read is gone, and nothing is left to do.
    const current = await patiently(() => repository.find(id));
    if (!current) return store.removeAll(storagePrefix(id));
    if (!step.isDue(current)) return;
    if (error instanceof UnreadableMedia) return step.giveUp(claimed, error.message);
    // It waits for as long as it takes: `resume` takes it up.
    if (error instanceof NoDiskRoom) return void (await patiently(() => repository.release(id, step.firstTry)));
    if (error instanceof TooLongForPace)
      return patiently(() => putBack(id, getLeastSeconds([step.turnOf(claimed).pace])));
    const isOfScanner = error instanceof ScanUnavailable && error.isOfFile;
    if (isOfScanner && step.attemptsOf(claimed) >= MOST_ATTEMPTS) {
      scan.report(claimed.size, 'the scanner broke off each time');
      return step.giveUp(claimed, NEVER_SCANNED);
    }
    await patiently(() => repository.release(id, error instanceof WorkInterrupted ? step.countInterruption : {}));
    // It waits for as long as it takes: nobody gets what was not looked into. The tries so far were not the file's fault.
    if (error instanceof ScanUnavailable && !isOfScanner) await patiently(() => repository.update(id, { attempts: 1 }));
    throw error;
  }

  return {
    /** Works on one file. @throws what may pass by itself: the queue tries again. */
    process: (fileId: string) => attend(fileId, file),

    /**
     * Gives up a file that was ready: its bytes were lost, a later scan found something in it, or it could not be converted
     * anew. Who bought it is paid back unless its owner replaces it (`broken-sale`).
     *
     * @param reason for its owner.
     * @throws AppError ENTITY_NOT_FOUND for one that is not ready.
     */
    async giveUpFinished(fileId: string, reason: string): Promise<void> {
      if (!(await markBroken(fileId, reason, {}))) throw new AppError('ENTITY_NOT_FOUND');
    },

    /** Makes the qualities of a film that can be played already. @throws as `process` */
    makeLadder: (fileId: string) => attend(fileId, ladder),

    /**
     * Takes up files whose worker died, for example when the process was killed in the middle of a film, and those that the
     * disk had no room for. They are worked on in turn with all others; after some minutes nobody waits for those that take
     * longer.
     *
     * @throws AggregateError of those that failed again; the others were worked on.
     */
    async resume(): Promise<void> {
      const abandoned = await repository.listAbandoned(now(), staleBefore());
      const left = [
        ...abandoned.files.map((id) => [id, file] as const),
        ...abandoned.ladders.map((id) => [id, ladder] as const),
      ];
      let isWaitedFor = true;
      const all = eachOrThrow(left, ([id, step]) => attend(id, step), { atOnce: left.length }).catch(
        (error: unknown) => {
          if (isWaitedFor) throw error;
          failures.report('job', 'resume-files', error);
        },
      );
      const timer = new AbortController();
      const patience = sleep(RESUME_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
      await Promise.race([all, patience]).finally(() => timer.abort());
      isWaitedFor = false;
    },

    /**
     * Has a file tried again that was set aside.
     *
     * @param ownerId whose it has to be; null for an operator, to whom all belong.
     * @throws AppError ENTITY_NOT_FOUND for any other file.
     */
    retry: (fileId: string, ownerId: string | null): Promise<FileRow> =>
      inTransaction(db, async (tx) => {
        await events.emit(tx, 'fileChanging', { fileId });
        const [held] = await repository.hold([fileId], tx);
        const isOwn = held !== undefined && (ownerId === null || held.ownerId === ownerId);
        if (!isOwn || !isSetAside(held)) throw new AppError('ENTITY_NOT_FOUND');
        const fresh = { status: 'processing', failure: '', attempts: 0, interruptions: 0 } as const;
        const moments = { heartbeatAt: now(), updatedAt: now() };
        const row = requireFound(await repository.update(fileId, { ...fresh, ...moments }, tx));
        await queue.add(row, tx);
        return row;
      }),

    /** Files that were set aside, for operators. */
    listSetAside: repository.listSetAside,
  };
}
