import { withAdvice } from '@contract/base/media-kinds';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { UnreadableMedia, WorkInterrupted, type PictureFacts, type WorkTurn } from '../../../media/media-tasks';
import { describeFile, finishStoring, insertFile, type FileIntake, type StoreOptions } from './file-intake';
import { withinQuota } from './film-quota';
import { estimatePicture, GUEST_WAIT_MS } from './file-turn';
import { storageKey } from './file-variants';
import { inspectUpload, isKnownClean, nullIfTooLong, type InspectedUpload } from './inspect-upload';
import type { FileRow } from './media-repository';
import { getProcessingPlan } from './processing-plan';

/**
 * Stores an upload, and moves its temporary file away. Images are returned finished, unless they are animated, very large or
 * would have to wait long; those, videos and audio are returned as `processing`, and a job converts them. If inspecting a video
 * or audio file would take too long, the job does that too, and its measures are not known yet.
 *
 * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE if it cannot be read, FILM_QUOTA, UNAVAILABLE if it could not be
 * inspected; then nothing is stored
 */
export async function storeUpload(intake: FileIntake, upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
  const account = options.network ?? options.ownerId;
  // The account's next images are processed in the background, even if this file is rejected.
  const onCostly = () => intake.slowAccounts.add(account);
  const maxWaitMs = options.network === undefined ? undefined : GUEST_WAIT_MS;
  const turn = { account, pace: 'atOnce', seconds: estimatePicture(upload.size), maxWaitMs, onCostly } as const;
  try {
    const { facts, ...inspected } = await inspectUpload(intake, upload, options, turn);
    const wouldBeFinished = facts !== null || getProcessingPlan(options.type, upload.kind) === 'keep';
    const isClean = await isKnownClean(intake, upload, turn, wouldBeFinished);
    const finished = facts && isClean ? await storeFinished(intake, upload, facts, options, turn) : null;
    return finished ?? (await storeForLater(intake, upload, options, { isClean, ...inspected }));
  } catch (error) {
    if (error instanceof WorkInterrupted) throw new AppError('UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
    throw error instanceof UnreadableMedia ? toUploadError(upload.kind, error) : error;
  }
}

/** @returns null if it takes longer than its sender should wait; then nothing is stored */
async function storeFinished(
  intake: FileIntake,
  upload: UploadedFile,
  facts: PictureFacts,
  options: StoreOptions,
  turn: WorkTurn,
): Promise<FileRow | null> {
  const row = describeFile(intake, upload, options);
  try {
    return await insertFile(intake, row, options, async () => {
      const made = await intake.worker.make({ ...row, path: upload.tmpPath, facts, turn });
      return finishStoring(intake, row, { ...made, status: 'finished' });
    });
  } catch (error) {
    return error instanceof WorkInterrupted ? null : nullIfTooLong(error);
  }
}

/** @param isClean false if the file still has to be scanned */
function storeForLater(
  intake: FileIntake,
  upload: UploadedFile,
  options: StoreOptions,
  { isClean, measures, filmSeconds }: Pick<InspectedUpload, 'measures' | 'filmSeconds'> & { isClean: boolean },
): Promise<FileRow> {
  const { db, store, queue } = intake;
  const row = { ...describeFile(intake, upload, options), ...measures };
  const write = async () => {
    const key = storageKey(row.id, 'original');
    await store.put(key, upload.tmpPath);
    const original = { key, mimeType: row.mimeType, width: 0, height: 0, size: row.size };
    const isFinished = isClean && getProcessingPlan(row.type, row.kind) === 'keep';
    return inTransaction(db, async (tx) => {
      const status = isFinished ? 'finished' : 'processing';
      const stored = await finishStoring(intake, row, { variants: { original }, status }, tx);
      if (!isFinished && !options.isDeferred) await queue.add(stored, tx);
      return stored;
    });
  };
  const insert = () => insertFile(intake, row, options, write);
  if (filmSeconds === undefined) return insert();
  return withinQuota(intake, { ownerId: row.ownerId, filmSeconds }, insert);
}

const toUploadError = (kind: UploadedFile['kind'], reason: UnreadableMedia): AppError =>
  new AppError(kind === 'image' ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE', {
    message: withAdvice(reason.message),
    details: reason,
  });
