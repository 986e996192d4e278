import { stat } from 'node:fs/promises';
import { emptyFile } from '@contract/base/media-kinds';
import { uploadPurposes, type UploadPurpose } from '@contract/base/upload-purposes';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, ServiceOutage } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { createUploadBytes } from '../../../media/create-store';
import { withLink } from '../../../media/disk-upload-bytes';
import type { UploadBytes } from '../../../media/upload-bytes';
import type { MediaService } from '../../site/media/media-service';
import { canPublish, createItemUploads, uploadFields } from '../item/item-service';
import { createUploadRepository, type UploadRepository, type UploadRow } from './upload-repository';
import { getTmpDir } from '../../../lib/tmp-dir';

const IDLE_MS = 24 * 3600 * 1000;

const SWEEP_CHUNK = 1_000;

const isPurpose = (purpose: string): purpose is UploadPurpose => uploadPurposes.some((one) => one === purpose);

/** True if retrying with the same bytes must fail too. False for 429, because a daily limit is renewed tomorrow. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500 && error.status !== 429;

/** Detects the type of a file. @throws AppError if the field does not accept it */
type InspectFile = (
  path: string,
  field: (typeof uploadFields)[UploadPurpose],
) => Promise<Omit<UploadedFile, 'tmpPath' | 'name' | 'size'>>;

interface Uploading extends Pick<ServerContext, 'db' | 'clock'> {
  repository: UploadRepository;
  media: UploadMedia;
  keep: ReturnType<typeof createItemUploads>['keep'];
  tmpDir: string;
  bytes: UploadBytes;
}

/** `id` becomes the id of the stored file. */
type NamedFile = Pick<UploadRow, 'id' | 'name' | 'size' | 'purpose'>;
type LocalFile = NamedFile & { path: string };

export type UploadService = ReturnType<typeof createUploadService>;

type UploadMedia = Pick<MediaService, 'store' | 'remove' | 'removeLoose' | 'find'>;
type NewUpload = Pick<UploadRow, 'id' | 'name' | 'size' | 'metadata'> & { purpose: string };

/** Files for items that arrive in chunks, over any number of requests and processes; `item-uploads` stores them. */
export function createUploadService(
  context: Pick<ServerContext, 'db' | 'clock' | 'env' | 'disk'>,
  { media }: { media: UploadMedia },
) {
  const { db, clock, env, disk } = context;
  const repository = createUploadRepository(db, () => clock.now());
  const { find, take, stay, letGo } = repository;
  const { keep } = createItemUploads(context, media);
  const tmpDir = getTmpDir(env);
  const bytes = createUploadBytes(env, disk, () => clock.now());
  const uploading: Uploading = { db, clock, repository, media, keep, tmpDir, bytes };

  return {
    bytes,

    /**
     * Stores a file made on this machine, only once however often it is called. Does not delete the original, so that a retry
     * finds it.
     *
     * @throws AppError like the endpoints that accept the same file
     */
    keepLocal: (actor: Actor, { path: source, ...file }: LocalFile & Pick<UploadedFile, 'mimeType' | 'kind'>) => {
      const place = { tmpDir, now: () => clock.now() };
      return keepOnce(uploading, file, () =>
        withLink(place, source, (tmpPath) => keepFile(uploading, actor, file, { ...file, tmpPath })),
      );
    },
    find,
    locks: { take, stay, letGo },
    discard: (id: string) => discard(uploading, id),
    begin: (actor: Actor, upload: NewUpload, takeBytes: (bytes: number) => Promise<void>) =>
      begin(uploading, actor, upload, takeBytes),
    inspect: (row: UploadRow, localPath: string, inspectFile: InspectFile) =>
      inspect(uploading, row, localPath, inspectFile),
    complete: (actor: Actor, id: string, inspectFile: InspectFile) => complete(uploading, actor, id, inspectFile),
    sweep: () => sweep(uploading),

    /** @throws AppError ENTITY_NOT_FOUND, also for another account's upload. Promises A-7. */
    async open(actor: Actor, id: string): Promise<UploadRow> {
      const row = await find(id);
      if (row?.ownerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      return row;
    },

    getExpiry: (): Date => new Date(clock.now().getTime() + IDLE_MS),
  };
}

/**
 * @param upload `metadata` as sent, from which `purpose` was read
 * @param takeBytes counts the bytes against the sender's limits, after all other checks
 * @throws AppError VALIDATION_FAILED, NO_FILE, PAYLOAD_TOO_LARGE, FORBIDDEN, and errors of `takeBytes`
 */
async function begin(
  { repository }: Uploading,
  actor: Actor,
  { id, name, size, purpose, metadata }: NewUpload,
  takeBytes: (bytes: number) => Promise<void>,
): Promise<void> {
  assertAllowed(canPublish(actor));
  if (!isPurpose(purpose))
    throw new AppError('VALIDATION_FAILED', { message: `purpose: must be one of ${uploadPurposes.join(', ')}` });
  if (size === 0) throw new AppError('NO_FILE', { message: emptyFile });
  if (size > uploadFields[purpose].mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
  await takeBytes(size);
  await repository.insert({ id, ownerId: actor.id, purpose, name, size, metadata });
}

/** Checks the type of the first bytes, and discards the file if it is wrong. */
async function inspect(
  uploading: Uploading,
  { id, purpose }: UploadRow,
  localPath: string,
  inspectFile: InspectFile,
): Promise<void> {
  try {
    await inspectFile(localPath, uploadFields[purpose]);
  } catch (error) {
    if (isRefusal(error)) await discard(uploading, id);
    throw error;
  }
}

/**
 * Stores a complete file, only once however often it is called. The caller has locked the upload.
 *
 * @throws AppError like the endpoints that accept the same file in one piece, and then discards the file. After a transient
 * failure nothing is discarded, and the next call retries
 */
async function complete(uploading: Uploading, actor: Actor, id: string, inspectFile: InspectFile): Promise<void> {
  const { repository, bytes } = uploading;
  const row = await repository.find(id);
  if (!row || row.storedAt) return;
  try {
    await keepOnce(uploading, row, () =>
      bytes.withLocal(id, async (tmpPath) => {
        await assertWhole(tmpPath, row);
        const detected = await inspectFile(tmpPath, uploadFields[row.purpose]);
        await keepFile(uploading, actor, row, { ...detected, tmpPath });
      }),
    );
  } catch (error) {
    if (isRefusal(error)) await discard(uploading, id);
    throw error;
  }
  await repository.markStored(id);
  await bytes.remove(id);
}

/** A bucket may list or send less than it has. @throws ServiceOutage, so that the next call retries with the same bytes */
async function assertWhole(localPath: string, { id, size }: UploadRow): Promise<void> {
  const { size: arrived } = await stat(localPath);
  if (arrived === size) return;
  const cause = new Error(`Upload ${id}: ${arrived} of ${size} bytes can be read`);
  throw new ServiceOutage('the store of uploads', { cause });
}

async function keepOnce(uploading: Uploading, { id }: NamedFile, keep: () => Promise<unknown>): Promise<void> {
  if (!(await isStored(uploading, id))) await keep();
}

const keepFile = (
  { keep }: Uploading,
  actor: Actor,
  { id, name, size, purpose }: NamedFile,
  { tmpPath, mimeType, kind }: Pick<UploadedFile, 'tmpPath' | 'mimeType' | 'kind'>,
) => keep(actor, { tmpPath, mimeType, kind, name, size }, purpose, { id });

async function discard({ repository, bytes }: Uploading, id: string): Promise<void> {
  await repository.remove(id);
  await bytes.remove(id);
}

/** True if a process stored the file but died before it marked the upload. */
async function isStored({ db, media }: Uploading, id: string): Promise<boolean> {
  const [file] = await media.find([id]);
  if (!file) return false;
  if (file.status !== 'processing' || Object.keys(file.variants).length > 0) return true;
  await inTransaction(db, (tx) => media.remove([id], tx));
  return false;
}

/** Deletes uploads without recent chunks, and chunks left by processes that died. @returns the number of uploads */
async function sweep({ repository, clock, bytes }: Uploading): Promise<number> {
  // Lists the bytes before the rows: an upload's row is written before its bytes, so each of these files then has its row.
  const ids = await bytes.list();
  const ended = await repository.removeIdle(new Date(clock.now().getTime() - IDLE_MS));
  for (let from = 0; from < ids.length; from += SWEEP_CHUNK) {
    const some = ids.slice(from, from + SWEEP_CHUNK);
    const known = new Set(await repository.listKnown(some));
    for (const id of some) if (!known.has(id)) await bytes.remove(id);
  }
  return ended.length;
}
