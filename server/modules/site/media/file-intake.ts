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
  /** Purpose, wire contract 1.7. */
  type: string;
  isPublic?: boolean;
  /** Description of the picture for people who cannot see it. */
  alt?: string;
  id?: string;
  /** Delays long work until `begin` is called: the message with these files may never be sent. */
  isDeferred?: boolean;
  /** A guest's network. A guest's files have a new owner each time, so guests take turns by network instead. */
  network?: string;
}

/** Accounts whose pictures are processed in the background, because one was costly or took too long. */
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

/** Inserts the row before `write` stores the bytes: if the process dies in between, the sweep removes the bytes by the row. */
export async function insertFile(
  intake: FileIntake,
  row: NewFileRow,
  { id }: StoreOptions,
  write: () => Promise<FileRow>,
): Promise<FileRow> {
  const { db, repository, removals } = intake;
  await inTransaction(db, async (tx) => {
    // A given id may be listed for removal after an earlier attempt. This waits for a running removal.
    await removals.endRemovals([row.id], tx);
    await repository.insert(row, tx);
  });
  try {
    return await write();
  } catch (error) {
    await inTransaction(db, async (tx) => {
      // Another attempt with the given id may have replaced this row, as after a crash.
      const [stored] = await repository.lock([row.id], tx);
      const isOwn = id === undefined || stored?.createdAt.getTime() === row.createdAt.getTime();
      if (isOwn) await removeFiles(intake, [row.id], tx);
    });
    throw error;
  }
}

/** @throws AppError UNAVAILABLE if another attempt replaced the row: that one, or the next, stores the file. */
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
