import type { Readable } from 'node:stream';
import type { Actor, Operator } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { openMedia, type FileAccessChecks, type MediaRequest } from './open-media';
import type { StoreOptions } from './file-intake';
import type { FilmQuota } from './film-quota';
import { ladderJobs, processingJobs } from './file-turn';
import { giveUpFinishedFile, giveUpSetAsideFile } from './give-up-file';
import { makeLadder } from './make-ladder';
import { createMediaDeps, type MediaContext, type MediaDeps } from './media-deps';
import { presentFile, type FileView } from './media-presenter';
import { moveMedia, type MoveReport } from './move-media';
import type { FileRow } from './media-repository';
import { processFile } from './process-file';
import { getPublicReach, isIdentityDocument } from './processing-plan';
import { remakePictures } from './remake-pictures';
import { removeFiles, removeLooseFiles } from './remove-files';
import { resumeFiles } from './resume-files';
import { retryFile } from './retry-file';
import { deleteCaptions, setCaptions } from './set-captions';
import { storePreparedFile, type PreparedFile } from './store-prepared-file';
import { storeUpload } from './store-upload';
import { sweepLooseFiles, sweepTmpDir } from './sweep-files';
import { hasCode } from '../../../lib/error';

export { getUnreadyError } from './processing-plan';
export type { FileRow } from './media-repository';
export type { FileView } from './media-presenter';
export type { FileAccessChecks } from './open-media';

export type MediaService = ReturnType<typeof createMediaService>;

interface PresentOptions {
  viewer: Pick<Actor, 'id'> | null;
  open: boolean;
  isPublished?: boolean;
}

/** Does not know what files are used for: `fileAccess` decides who can see them. */
export function createMediaService(
  context: MediaContext,
  options: { fileAccess: FileAccessChecks; filmQuota: FilmQuota },
) {
  const media = createMediaDeps(context, options);
  const { repository, queue } = media;
  return {
    store: (upload: UploadedFile, to: StoreOptions) => storeUpload(media, upload, to),
    storePrepared: (prepared: PreparedFile, to: StoreOptions) => storePreparedFile(media, prepared, to),
    begin: queue.addDeferred,

    find: repository.listByIds,
    lock: repository.lock,
    status: (id: string, viewer: Actor | null, country: string | null = null) => getStatus(media, id, viewer, country),
    present: (file: FileRow, to: PresentOptions) => present(media, file, to),
    publicUrl: (file: Parameters<typeof getPublicUrl>[1], variant: string) => getPublicUrl(media, file, variant),
    openMedia: (request: MediaRequest) => openMedia(media, request),
    openBest: (file: FileRow) => openBestVariant(media, file),

    setAlts: (ownerId: string, alts: readonly FileAlt[], tx: Tx) => setAlts(media, ownerId, alts, tx),
    setCaptions: (actor: Actor, id: string, captions: { text: string; language: string }) =>
      setCaptions(media, actor, id, captions),
    deleteCaptions: (actor: Actor, id: string) => deleteCaptions(media, actor, id),
    retry: (id: string, ownerId: string | null, by?: Operator) => retryFile(media, id, ownerId, by),

    remove: (ids: readonly string[], tx: Tx) => removeFiles(media, ids, tx),
    removeLoose: (ids: readonly string[], tx: Tx) => removeLooseFiles(media, ids, tx),
    sweep: () => sweepTmpDir(media),
    sweepLoose: () => sweepLooseFiles(media),
    sweepWork: queue.sweepWork,

    jobs: { processing: Object.values(processingJobs), ladders: Object.values(ladderJobs) },
    process: (id: string, turns?: number) => processFile(media, id, turns),
    makeLadder: (id: string) => makeLadder(media, id),
    resume: () => resumeFiles(media),

    listSetAside: repository.listSetAside,
    giveUpFinished: (id: string, reason: string, by?: Operator) => giveUpFinishedFile(media, id, reason, by),
    giveUpSetAside: (id: string, reason: string, by?: Operator) => giveUpSetAsideFile(media, id, reason, by),
    moveToBucket: (onProgress: (report: MoveReport) => void) => moveMedia({ repository, env: context.env }, onProgress),
    remakePictures: (by?: Operator) => remakePictures(media, by),

    close: media.work.close,
  };
}

type FileAlt = { fileId: string; alt: string };

const present = ({ links }: MediaDeps, file: FileRow, { viewer, ...access }: PresentOptions): FileView =>
  presentFile(file, { viewerId: viewer?.id ?? null, ...access }, links);

const getPublicUrl = (
  { links }: MediaDeps,
  file: Pick<FileRow, 'id' | 'isPublic' | 'variants'> | null | undefined,
  variant: string,
): string => (file?.isPublic && file.variants[variant] ? links.publicUrl(file.id, variant) : '');

/** @throws AppError ENTITY_NOT_FOUND, also for viewers without access, so that nobody can probe ids. Promises A-7. */
async function getStatus(
  media: MediaDeps,
  id: string,
  viewer: Actor | null,
  country: string | null,
): Promise<FileView> {
  const file = requireFound(await media.repository.find(id));
  const open =
    getPublicReach(file) === 'all' ||
    file.ownerId === viewer?.id ||
    // Operators open identity documents only by the review, which logs it. Promises W-5.
    (!isIdentityDocument(file.type) && (await media.fileAccess.canOpenFile(id, viewer?.id ?? null, country)));
  if (!open) throw new AppError('ENTITY_NOT_FOUND');
  return present(media, file, { viewer, open });
}

/** Ignores files of other owners. */
async function setAlts({ repository }: MediaDeps, ownerId: string, alts: readonly FileAlt[], tx: Tx): Promise<void> {
  for (const { fileId, alt } of alts) await repository.setAlt(fileId, ownerId, alt, tx);
}

/**
 * Opens a file for its owner's data export: the original if it still exists, otherwise the largest variant.
 *
 * @returns null if nothing was stored, or its bytes are lost
 */
async function openBestVariant(
  { store }: MediaDeps,
  { variants }: FileRow,
): Promise<{ mimeType: string; bytes: Readable } | null> {
  const best = ['original', 'video', 'audio', 'large', 'small'].map((name) => variants[name]).find(Boolean);
  if (!best) return null;
  const bytes = await store.open(best.key).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  return bytes && { mimeType: best.mimeType, bytes };
}
