import { limits } from '@contract/base/limits';
import type { UploadedFile } from '../../../http/multipart-upload';
import { TooLongToWait, type PictureFacts, type WorkTurn } from '../../../media/media-tasks';
import type { FileIntake, StoreOptions } from './file-intake';
import { ScanUnavailable } from './file-scan';
import { estimateLook, getPictureSpeed, GUEST_SECONDS, isQuickLook } from './file-turn';
import { measureFilm } from './measure-film';
import type { FilmMeasures } from './media-repository';
import { getProcessingPlan } from './processing-plan';

const MAX_SCANNED_AT_ONCE = limits.imageBytes;

export interface InspectedUpload {
  /** Set if the file is an image small enough to be finished before the upload gets its response. */
  facts: PictureFacts | null;
  /** If a video or audio file still has to be inspected in the background, only its estimated work. */
  measures: Partial<FilmMeasures>;
  filmSeconds?: number;
}

export async function inspectUpload(
  intake: Pick<FileIntake, 'work' | 'slowAccounts' | 'slowLooks'>,
  upload: UploadedFile,
  options: StoreOptions,
  turn: WorkTurn,
): Promise<InspectedUpload> {
  switch (getProcessingPlan(options.type, upload.kind)) {
    case 'keep':
      return { facts: null, measures: {} };
    case 'picture':
      return inspectPicture(intake, upload, options, turn);
    case 'film':
    case 'sound':
      return inspectFilm(intake, upload, options, turn);
  }
}

/**
 * True if the file can be finished now. Large files are scanned later by the job, and so are all files while the scanner is
 * unavailable.
 *
 * @throws UnreadableMedia
 */
export async function isKnownClean(
  { scan }: Pick<FileIntake, 'scan'>,
  { tmpPath, size }: UploadedFile,
  { account }: WorkTurn,
  wouldBeFinished: boolean,
): Promise<boolean> {
  if (!scan.isOn) return true;
  if (!wouldBeFinished || size > MAX_SCANNED_AT_ONCE) return false;
  try {
    await scan.check(tmpPath, { account, size });
    return true;
  } catch (error) {
    if (error instanceof ScanUnavailable) return false;
    throw error;
  }
}

export function nullIfTooLong(error: unknown): null {
  if (!(error instanceof TooLongToWait)) throw error;
  return null;
}

async function inspectPicture(
  { work, slowAccounts }: Pick<FileIntake, 'work' | 'slowAccounts'>,
  { tmpPath }: UploadedFile,
  { network }: StoreOptions,
  turn: WorkTurn,
): Promise<InspectedUpload> {
  const measures = network === undefined ? {} : { workSeconds: GUEST_SECONDS };
  if (slowAccounts.has(turn.account)) return { facts: null, measures };
  const facts = await work.inspectPicture({ path: tmpPath }, turn).catch(nullIfTooLong);
  // Checked again, because the inspection itself may have been costly.
  const isAtOnce = facts !== null && getPictureSpeed(facts) !== 'background' && !slowAccounts.has(turn.account);
  return { facts: isAtOnce ? facts : null, measures };
}

async function inspectFilm(
  { work, slowLooks }: Pick<FileIntake, 'work' | 'slowLooks'>,
  { kind, tmpPath, mimeType, size }: UploadedFile,
  { type }: StoreOptions,
  { account }: WorkTurn,
): Promise<InspectedUpload> {
  const onCostly = () => slowLooks.add(account);
  const turn = { account, pace: 'look', seconds: estimateLook(size), isSlow: !isQuickLook(size), onCostly } as const;
  const facts = slowLooks.has(account)
    ? null
    : await work.inspectFilm({ path: tmpPath, mimeType }, turn).catch(nullIfTooLong);
  if (facts) return { facts: null, ...measureFilm({ type, kind, size }, facts) };
  return { facts: null, measures: { workSeconds: estimateLook(size, slowLooks.has(account)) } };
}
