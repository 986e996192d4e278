import { inTransaction } from '../../../db/transaction';
import { ServiceOutage } from '../../../errors';
import { NoDiskRoom } from '../../../lib/disk-room';
import { TooLongForPace, UnreadableMedia, WorkInterrupted } from '../../../media/media-tasks';
import { NEVER_SCANNED, ScanUnavailable } from './file-scan';
import type { FileProcessing, FileStep } from './file-step';
import { getSecondsAfter } from './file-turn';
import { storagePrefix } from './file-variants';
import type { FileRow, FilmMeasures } from './media-repository';
import { retryDuringOutage } from './retry-during-outage';

/** Interval between heartbeats, and how long without one a worker counts as dead. */
const BEAT_MS = 15_000;
const GONE_MS = 60_000;
/** After this many attempts, a file is given up that fails for other reasons than its content. */
const MAX_ATTEMPTS = 4;
/** After this many interruptions, a file is set aside. The pauses between them add up to hours. */
const MAX_INTERRUPTIONS = 10;

export const getStaleBefore = ({ clock }: Pick<FileProcessing, 'clock'>): Date =>
  new Date(clock.now().getTime() - GONE_MS);

/** @throws transient errors, so that the queue retries */
export async function runFileStep(processing: FileProcessing, fileId: string, step: FileStep): Promise<void> {
  const { claims, clock, queue } = processing;
  const claimed = await step.claim(claims, fileId, clock.now(), getStaleBefore(processing));
  if (!claimed) return;
  if (claimed.interruptions > MAX_INTERRUPTIONS) return step.setAside(processing, claimed, MAX_INTERRUPTIONS);
  if (step.getAttempts(claimed) > MAX_ATTEMPTS) return step.giveUp(processing, claimed, 'It could not be converted.');
  const turn = step.getTurn(claimed);
  const { pace } = turn;
  let seconds = 0;
  const onWorked = (more: number) => void (seconds += more);
  const isAwaited = () => queue.hasOthersInLine(claimed, pace);
  // A heartbeat that fails is made up for by the next one. In a long outage, the work ends by itself.
  const beat = setInterval(() => void claims.beat(fileId, clock.now()).catch(() => undefined), BEAT_MS);
  try {
    const failed = await step.make(processing, claimed, { ...turn, onWorked, isAwaited }).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await retryDuringOutage(() => queue.recordWork(claimed, { pace, seconds }));
    if (failed) await handleFailure(processing, step, claimed, { error: failed.error, seconds });
  } finally {
    clearInterval(beat);
  }
}

/** Queues a file again for work of another length, without counting this attempt. */
export const requeueFile = (
  { db, claims, queue }: FileProcessing,
  id: string,
  change: Partial<FilmMeasures>,
): Promise<void> =>
  retryDuringOutage(() =>
    inTransaction(db, async (tx) => {
      const file = await claims.requeue(id, change, tx);
      if (file) await queue.add(file, tx);
    }),
  );

async function handleFailure(
  processing: FileProcessing,
  step: FileStep,
  claimed: FileRow,
  { error, seconds }: { error: unknown; seconds: number },
): Promise<void> {
  const { repository, claims, store } = processing;
  const { id } = claimed;
  const current = await retryDuringOutage(() => repository.find(id));
  // The file has been deleted, which explains the failure.
  if (!current) return store.removeAll(storagePrefix(id));
  if (!step.isDue(current)) return;
  if (error instanceof UnreadableMedia) return step.giveUp(processing, claimed, error.message);
  if (error instanceof NoDiskRoom) {
    // `resumeFiles` retries it until the disk has space.
    await retryDuringOutage(() => claims.release(id, step.resetTries));
    return;
  }
  if (error instanceof TooLongForPace) {
    const workSeconds = getSecondsAfter(step.getTurn(claimed).pace, seconds);
    return requeueFile(processing, id, { workSeconds });
  }
  if (error instanceof ScanUnavailable) return handleMissingScan(processing, step, claimed, error);
  if (error instanceof ServiceOutage) {
    await retryDuringOutage(() => claims.release(id, step.resetTries));
    throw error;
  }
  const change = error instanceof WorkInterrupted ? step.interruptedTry : {};
  await retryDuringOutage(() => claims.release(id, change));
  throw error;
}

/** @throws ScanUnavailable unless the file is given up */
async function handleMissingScan(
  processing: FileProcessing,
  step: FileStep,
  claimed: FileRow,
  error: ScanUnavailable,
): Promise<void> {
  const { scan, repository, claims } = processing;
  if (error.isOfFile && step.getAttempts(claimed) >= MAX_ATTEMPTS) {
    scan.report(claimed.size, 'the scanner aborted each time');
    return step.giveUp(processing, claimed, NEVER_SCANNED);
  }
  await retryDuringOutage(() => claims.release(claimed.id));
  // The file is not at fault, so it waits unscanned until the scanner is available.
  if (!error.isOfFile) await retryDuringOutage(() => repository.update(claimed.id, { attempts: 1 }));
  throw error;
}
