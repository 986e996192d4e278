import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Executor } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { MediaWork } from '../../../media/media-process-pool';
import type { FilmQuota } from './film-quota';
import type { FileQueue } from './file-queue';
import type { FileScan } from './file-scan';
import type { FileWorker } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';
import { removeFiles, type FileRemoval } from './remove-files';

const SLOW_MS = 10 * 60_000;
const MAX_SLOW_ACCOUNTS = 10_000;

export interface StoreOptions {
  ownerId: string;
  /** Purpose of the file. Wire contract 1.7. */
  type: string;
  isPublic?: boolean;
  /** Description of the image for people who cannot see it. */
  alt?: string;
  id?: string;
  /** Delays long work until `begin` is called, because the message that contains these files may never be sent. */
  isDeferred?: boolean;
  /** A guest's network. Each of a guest's files has a different owner, so guests take turns by network. */
  network?: string;
}

/** Accounts whose images are processed in the background, because one of them was costly or took too long. */
export interface SlowAccounts {
  has(account: string): boolean;
  add(account: string): void;
}

export interface FileIntake extends FileRemoval {
  repository: MediaRepository;
  work: MediaWork;
  worker: FileWorker;
  scan: FileScan;
  queue: FileQueue;
  filmQuota: FilmQuota;
  slowAccounts: SlowAccounts;
  slowLooks: SlowAccounts;
}

export type NewFileRow = ReturnType<typeof describeFile>;

export function createSlowAccounts(clock: Clock): SlowAccounts {
  const slowUntil = new LRUCache<string, number>({ max: MAX_SLOW_ACCOUNTS });
  return {
    has: (account) => (slowUntil.get(account) ?? 0) > clock.now().getTime(),
    add: (account) => void slowUntil.set(account, clock.now().getTime() + SLOW_MS),
  };
}

export function describeFile(
  { clock }: FileIntake,
  { name, mimeType, kind, size }: Omit<UploadedFile, 'tmpPath'>,
  { ownerId, type, isPublic = false, alt = '', id = newId() }: StoreOptions,
) {
  const now = clock.now();
  const moments = { createdAt: now, updatedAt: now, heartbeatAt: now };
  return { id, ownerId, type, kind, name, mimeType, size, alt, isPublic, ...moments, status: 'processing' as const };
}

/** Inserts the row before `write` stores the bytes. If the process dies in between, the row lets a job delete the bytes. */
export async function insertFile(
  intake: FileIntake,
  row: NewFileRow,
  { id }: StoreOptions,
  write: () => Promise<FileRow>,
): Promise<FileRow> {
  const { db, repository, removals } = intake;
  await inTransaction(db, async (tx) => {
    // If the id was given, its bytes may be about to be removed after an earlier attempt. This waits for a removal that is
    // running.
    await removals.endRemovals([row.id], tx);
    await repository.insert(row, tx);
  });
  try {
    return await write();
  } catch (error) {
    await inTransaction(db, async (tx) => {
      // If the id was given, another attempt may have replaced this row, for example after a crash.
      const [stored] = await repository.lock([row.id], tx);
      const isOwn = id === undefined || stored?.createdAt.getTime() === row.createdAt.getTime();
      if (isOwn) await removeFiles(intake, [row.id], tx);
    });
    throw error;
  }
}

/** @throws AppError UNAVAILABLE if another attempt has replaced the row and so will store the file */
export async function finishStoring(
  { repository }: FileIntake,
  row: NewFileRow,
  change: Partial<FileRow>,
  tx?: Executor,
): Promise<FileRow> {
  const finished = await repository.finish(row, change, tx);
  if (!finished) throw new AppError('UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
  return finished;
}
