import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { INTERRUPTED_TRY } from './file-claim-repository';
import type { FileProcessing, FileStep, FileTurn } from './file-step';
import { getTurn, processingJobs } from './file-turn';
import { storageKey, storagePrefix } from './file-variants';
import { withinQuota } from './film-quota';
import { giveUpFile } from './give-up-file';
import { measureFilm } from './measure-film';
import type { FileRow } from './media-repository';
import { getProcessingPlan, isUnseen, needsLadder } from './processing-plan';
import { retryDuringOutage } from './retry-during-outage';
import { requeueFile, runFileStep } from './run-file-step';

const SET_ASIDE = 'Our server was stopped each time it worked on this. Your file is kept and nothing is wrong with it.';

/** Scans and converts a file. Videos and audio are inspected and queued again first. A second job makes video renditions. */
const fileStep: FileStep = {
  getTurn,
  claim: (claims, ...args) => claims.claim(...args),
  getAttempts: ({ attempts }) => attempts,
  isDue: ({ status }) => status === 'processing',
  make: (processing, row, turn) => (isUnseen(row) ? lookInto : makeFile)(processing, row, turn),
  giveUp: giveUpFile,
  async setAside(processing, file, interruptions) {
    await giveUpFile(processing, file, SET_ASIDE, { isKept: true });
    const error = new Error(`Set file ${file.id} aside: its worker was killed ${interruptions} times`);
    processing.failures.report('job', processingJobs[getTurn(file).pace], error);
  },
  interruptedTry: INTERRUPTED_TRY.file,
  resetTries: { attempts: 1 },
};

/**
 * Can be repeated: a finished file does not change.
 *
 * @param turns the turns with which it was queued; absent if it was started before
 * @throws transient errors, so that the queue retries
 */
export async function processFile(processing: FileProcessing, fileId: string, turns?: number): Promise<void> {
  const isBack = turns !== undefined && (await retryDuringOutage(() => putBack(processing, fileId, turns)));
  if (!isBack) await runFileStep(processing, fileId, fileStep);
}

async function putBack({ repository, queue }: FileProcessing, fileId: string, turns: number): Promise<boolean> {
  const file = await repository.find(fileId);
  return file !== null && fileStep.isDue(file) && queue.putBack(file, turns);
}

/** Inspects a file and queues it by its estimated work. If it exceeds the daily quota, it is kept for a later attempt. */
async function lookInto(processing: FileProcessing, row: FileRow, turn: FileTurn): Promise<void> {
  const { store, worker } = processing;
  const { id, ownerId, mimeType } = row;
  const facts = await store.withLocal(storageKey(id, 'original'), (path) => worker.look({ path, mimeType }, turn));
  const { measures, filmSeconds } = measureFilm(row, facts);
  try {
    await withinQuota(processing, { ownerId, filmSeconds }, () => requeueFile(processing, id, measures));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveUpFile(processing, row, error.message, { isKept: true });
  }
}

async function makeFile(processing: FileProcessing, row: FileRow, turn: FileTurn): Promise<void> {
  const { repository, store, worker, scan, clock } = processing;
  const { id } = row;
  const key = storageKey(id, 'original');
  await store.withLocal(key, (path) => scan.check(path, { account: row.ownerId, size: row.size }));
  if (getProcessingPlan(row.type, row.kind) === 'keep') {
    await retryDuringOutage(() => repository.finish(row, { status: 'finished', updatedAt: clock.now() }));
    return;
  }
  const made = await store.withLocal(key, (path) => worker.make({ ...row, path, turn }));
  const hasLadder = needsLadder(row, made);
  const isThere = await finishFile(processing, row, { ...made, ladderStatus: hasLadder ? 'processing' : 'none' });
  // If another worker took over, it stored the same keys. So variants have to be removed only if the file was deleted.
  if (!isThere) await store.removeAll(storagePrefix(id));
  else if (!hasLadder) await store.remove([key]);
}

function finishFile(
  { db, clock, repository, queue }: FileProcessing,
  row: FileRow,
  made: Partial<FileRow>,
): Promise<boolean> {
  const change: Partial<FileRow> = { ...made, status: 'finished', interruptions: 0 };
  // An outage must not cost the result of long work.
  return retryDuringOutage(() =>
    inTransaction(db, async (tx) => {
      const finished = await repository.finish(row, { ...change, updatedAt: clock.now() }, tx);
      if (finished?.ladderStatus === 'processing') await queue.addLadder(finished, tx);
      return finished !== null || (await repository.find(row.id, tx)) !== null;
    }),
  );
}
