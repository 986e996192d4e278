import { INTERRUPTED_TRY } from './file-claim-repository';
import type { FileProcessing, FileStep, FileTurn } from './file-step';
import { getLadderTurn, ladderJobs } from './file-turn';
import { storageKey, storagePrefix } from './file-variants';
import type { FileRow } from './media-repository';
import { retryDuringOutage } from './retry-during-outage';
import { runFileStep } from './run-file-step';

/** Makes a video's other qualities, after all videos that cannot be played yet. */
const ladderStep: FileStep = {
  getTurn: getLadderTurn,
  claim: (claims, ...args) => claims.claimLadder(...args),
  getAttempts: ({ ladderAttempts }) => ladderAttempts,
  isDue: ({ ladderStatus }) => ladderStatus === 'processing',
  make: makeFileLadder,
  giveUp: dropLadder,
  async setAside(processing, film, interruptions) {
    await dropLadder(processing, film);
    const error = new Error(`Gave up the renditions of video ${film.id}: its worker was killed ${interruptions} times`);
    processing.failures.report('job', ladderJobs[getLadderTurn(film).pace], error);
  },
  interruptedTry: INTERRUPTED_TRY.ladder,
  resetTries: { ladderAttempts: 1 },
};

/** Can be repeated. @throws transient errors, so that the queue retries */
export const makeLadder = (processing: FileProcessing, fileId: string): Promise<void> =>
  runFileStep(processing, fileId, ladderStep);

async function makeFileLadder(
  { repository, claims, store, worker }: FileProcessing,
  film: FileRow,
  turn: FileTurn,
): Promise<void> {
  const { id, width, height, workBytes } = film;
  const key = storageKey(id, 'original');
  const made = await store.withLocal(storageKey(id, 'video'), (path) =>
    store.withLocal(key, (original) => worker.makeLadder({ id, width, height, workBytes, path, original, turn })),
  );
  const finished = await retryDuringOutage(() => claims.finishLadder(id, made));
  const isThere = finished ?? (await retryDuringOutage(() => repository.find(id)));
  await (isThere ? store.remove([key]) : store.removeAll(storagePrefix(id)));
}

/** The video plays without other qualities, so its owner is shown no error. */
async function dropLadder({ claims, store }: FileProcessing, { id }: FileRow): Promise<void> {
  if (await claims.dropLadder(id)) await store.remove([storageKey(id, 'original')]);
}
