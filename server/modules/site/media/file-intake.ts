import { limits } from '@contract/base/limits';
import { withAdvice } from '@contract/base/media-kinds';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Variant } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { MediaStore } from '../../../media/media-store';
import { UnreadableMedia, type PictureFacts } from '../../../media/media-tasks';
import type { MediaWork } from '../../../media/media-work';
import { planOf } from './file-plan';
import type { FileRemoval } from './file-removal';
import { NotScanned, type FileScan } from './file-scan';
import { storageKey, type FileWorker, type MadeFile } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';

/** Bytes up to which the malware scanner is asked before the upload is answered. */
const SCANNED_AT_ONCE = limits.imageBytes;

/** Pictures up to this size are finished before the upload is answered: about a second; larger ones wait in line. */
const INLINE_PIXELS = 25_000_000;

/** What its sender is told of a file that cannot be read. */
const refuse = (kind: UploadedFile['kind'], reason: UnreadableMedia) =>
  new AppError(kind === 'image' ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE', {
    message: withAdvice(reason.message),
    details: reason,
  });

export interface StoreOptions {
  ownerId: string;
  /** Purpose, wire contract 1.7. */
  type: string;
  /** Everybody may see it: avatars, covers, thumbnails, teasers. */
  isPublic?: boolean;
  /** What a picture shows, for people who do not see it. */
  alt?: string;
  /** The id it gets; without one, a new one. */
  id?: string;
}

/** What is served of a file, made beforehand; each variant lies at a local `path`. */
interface PreparedMedia extends Omit<MadeFile, 'size' | 'variants'> {
  kind: Exclude<FileRow['kind'], 'other'>;
  variants: Record<string, Omit<Variant, 'key'> & { path: string }>;
}

interface Parts {
  repository: MediaRepository;
  store: MediaStore;
  work: MediaWork;
  worker: FileWorker;
  removal: FileRemoval;
  scan: FileScan;
}

/** How files come in: looked into, stored, and finished at once or given to a job. */
export function createFileIntake(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, store, work, worker, removal, scan }: Parts,
) {
  /** Looks into a file before it is kept. @returns what a picture is like that is small enough to be finished at once. */
  async function inspect({ kind, tmpPath, mimeType }: UploadedFile, type: string): Promise<PictureFacts | null> {
    switch (planOf(type, kind)) {
      case 'keep':
        return null;
      case 'picture': {
        const facts = await work.inspectPicture({ path: tmpPath });
        return facts.pixels <= INLINE_PIXELS ? facts : null;
      }
      case 'film':
      case 'sound': {
        const facts = await work.inspectFilm({ path: tmpPath, mimeType });
        if (kind === 'video' ? !facts.video : !facts.hasAudio)
          throw new UnreadableMedia(`There is no ${kind === 'video' ? 'picture' : 'sound'} in it.`);
        return null;
      }
    }
  }

  /** Whether a file may be finished now: a scanner that is away, or would be long at it, is asked by the job. @throws UnreadableMedia */
  async function isKnownClean({ tmpPath, size }: UploadedFile, wouldBeFinished: boolean): Promise<boolean> {
    if (!scan.isOn) return true;
    if (!wouldBeFinished || size > SCANNED_AT_ONCE) return false;
    try {
      await scan.check(tmpPath);
      return true;
    } catch (error) {
      if (error instanceof NotScanned) return false;
      throw error;
    }
  }

  const describe = ({ name, mimeType, kind, size }: UploadedFile, options: StoreOptions) => {
    const at = clock.now();
    const moments = { createdAt: at, updatedAt: at, heartbeatAt: at };
    const { ownerId, type, isPublic = false, alt = '', id = newId() } = options;
    return { id, ownerId, type, kind, name, mimeType, size, alt, isPublic, ...moments, status: 'processing' as const };
  };

  /**
   * The row comes before the bytes: whatever ends us in between, it tells what was stored, and is swept if nothing ever
   * holds it.
   */
  async function withRow(row: ReturnType<typeof describe>, keep: () => Promise<FileRow>): Promise<FileRow> {
    await inTransaction(db, async (tx) => {
      // The id may have been another try's, whose bytes were to go: these are not. Whoever is removing them is waited for.
      await repository.endRemovals([row.id], tx);
      await repository.insert(row, tx);
    });
    try {
      return await keep();
    } catch (error) {
      await inTransaction(db, (tx) => removal.remove([row.id], tx));
      throw error;
    }
  }

  function storeFinished(upload: UploadedFile, facts: PictureFacts, options: StoreOptions): Promise<FileRow> {
    const row = describe(upload, options);
    return withRow(row, async () => {
      const made = await worker.make({ ...row, path: upload.tmpPath, facts });
      return found(await repository.finish(row.id, { ...made, status: 'finished' }));
    });
  }

  /** @param isClean nothing harmful is in it, as far as anybody looks; else it waits until somebody can say. */
  function storeForLater(upload: UploadedFile, options: StoreOptions, isClean: boolean): Promise<FileRow> {
    const row = describe(upload, options);
    return withRow(row, async () => {
      const key = storageKey(row.id, 'original');
      await store.put(key, upload.tmpPath);
      const original = { key, mimeType: row.mimeType, width: 0, height: 0, size: row.size };
      const isFinished = isClean && planOf(row.type, row.kind) === 'keep';
      return inTransaction(db, async (tx) => {
        const status = isFinished ? 'finished' : 'processing';
        const stored = found(await repository.finish(row.id, { variants: { original }, status }, tx));
        if (!isFinished) await jobs.send('process-file', { fileId: row.id }, { tx });
        return stored;
      });
    });
  }

  return {
    /**
     * Keeps an upload: moves it away from where it lies. Pictures come back finished; films, sounds and very large
     * pictures as `processing`, to be converted by a job.
     *
     * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE for what cannot be read; nothing is kept then.
     */
    async store(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
      try {
        const facts = await inspect(upload, options.type);
        const isClean = await isKnownClean(upload, facts !== null || planOf(options.type, upload.kind) === 'keep');
        return await (facts && isClean
          ? storeFinished(upload, facts, options)
          : storeForLater(upload, options, isClean));
      } catch (error) {
        throw error instanceof UnreadableMedia ? refuse(upload.kind, error) : error;
      }
    },

    /** Keeps copies of what was made of a file beforehand: demo content. */
    async storePrepared({ variants, ...made }: PreparedMedia, options: StoreOptions): Promise<FileRow> {
      const size = Math.max(...Object.values(variants).map((variant) => variant.size));
      const row = describe({ name: '', tmpPath: '', size, kind: made.kind, mimeType: made.mimeType }, options);
      return withRow(row, async () => {
        const stored: Record<string, Variant> = {};
        for (const [name, { path: source, ...variant }] of Object.entries(variants)) {
          const key = storageKey(row.id, name);
          await store.copy(key, source);
          stored[name] = { key, ...variant };
        }
        return found(await repository.finish(row.id, { ...made, variants: stored, status: 'finished' }));
      });
    },
  };
}
