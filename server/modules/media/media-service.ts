import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileTypeFromFile } from 'file-type';
import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import { newId } from '../../db/columns';
import { inTransaction, type Executor, type Tx } from '../../db/transaction';
import { AppError, found } from '../../errors';
import type { UploadedFile } from '../../http/uploads';
import { createFfmpeg } from '../../media/ffmpeg';
import { probeFilm } from '../../media/film-probe';
import { inspectImage } from '../../media/image-work';
import { fillGaps, gapFor, type TextWithGaps } from '../../media/link-gaps';
import { createMediaLinks } from '../../media/media-links';
import { createDiskStore } from '../../media/media-store';
import { kindOf, planOf } from './file-plan';
import { createFileProcessing, type OnFileError } from './file-processing';
import { createFileWorker, isBadFile, storageKey } from './file-worker';
import { createLooseFiles } from './loose-files';
import { presentFile, presentPublicUrl, type FileView } from './media-presenter';
import { createMediaRepository, type FileRow } from './media-repository';
import { openMedia, type FileGuard, type MediaRequest, type OpenedMedia } from './open-media';

export type { FileRow } from './media-repository';
export type { FileView } from './media-presenter';

/** Pictures up to this size are finished before the upload is answered: about a second; larger ones wait in line. */
const INLINE_PIXELS = 25_000_000;

/** Milliseconds after which a temporary file belongs to nobody: longer than any upload or conversion takes. */
const LEFTOVER_MS = 24 * 3600 * 1000;
/** Milliseconds an upload waits for the post or message it was made for. */
const LOOSE_MS = 24 * 3600 * 1000;
/** Files swept in one transaction. */
const SWEPT_AT_A_TIME = 200;

export interface StoreOptions {
  ownerId: string;
  /** Purpose, wire contract 1.7. */
  type: string;
  /** Everybody may see it: avatars, covers, thumbnails, teasers. */
  isPublic?: boolean;
  /** What a picture shows, for people who do not see it. */
  alt?: string;
}

export type MediaService = ReturnType<typeof createMediaService>;

/** Files: storing, converting, showing and sending them. Knows nothing of what they are for; a guard tells who may see. */
export function createMediaService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env'>) {
  const { db, clock, jobs, env } = context;
  const tmpDir = path.join(env.DATA_DIR, 'tmp');
  const repository = createMediaRepository(db);
  const looseFiles = createLooseFiles(db);
  const store = createDiskStore(path.join(env.DATA_DIR, 'media'));
  const ffmpeg = createFfmpeg(env.FFMPEG_PATH);
  const links = createMediaLinks({
    baseUrl: env.API_PUBLIC_URL,
    secret: env.APP_SECRET,
    now: () => clock.now().getTime(),
  });
  const worker = createFileWorker({ store, ffmpeg, tmpDir });
  let guard: FileGuard = async () => false;
  let onError: OnFileError = async () => undefined;
  const processing = createFileProcessing(context, {
    repository,
    store,
    worker,
    onError: (fileId, tx) => onError(fileId, tx),
  });

  /** Looks into a file before it is kept. @returns whether it is small enough to be finished at once. */
  async function inspect(upload: UploadedFile, type: string): Promise<boolean> {
    switch (planOf(type, upload.kind)) {
      case 'keep':
        return false;
      case 'picture':
        return (await inspectImage(upload.tmpPath)).pixels <= INLINE_PIXELS;
      case 'film':
      case 'sound': {
        const facts = await probeFilm(ffmpeg, upload.tmpPath, upload.mimeType).catch((error: unknown) => {
          throw isBadFile(error) ? new AppError('INVALID_OR_MISSING_FILE', { details: error }) : error;
        });
        const wanted = upload.kind === 'video' ? facts.video !== null : facts.hasAudio;
        if (!wanted) throw new AppError('INVALID_OR_MISSING_FILE');
        return false;
      }
    }
  }

  const describe = ({ name, mimeType, kind, size }: UploadedFile, options: StoreOptions) => {
    const at = clock.now();
    const { ownerId, type, isPublic = false, alt = '' } = options;
    return {
      id: newId(),
      ownerId,
      type,
      kind,
      name,
      mimeType,
      size,
      alt,
      isPublic,
      createdAt: at,
      updatedAt: at,
      heartbeatAt: at,
    };
  };

  async function storeFinished(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
    const row = describe(upload, options);
    const made = await worker.make({ ...row, path: upload.tmpPath });
    return repository.insert({ ...row, ...made, status: 'finished' });
  }

  async function storeForLater(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
    const row = describe(upload, options);
    const key = storageKey(row.id, 'original');
    await store.put(key, upload.tmpPath);
    const isFinished = planOf(row.type, row.kind) === 'keep';
    const original = { key, mimeType: row.mimeType, width: 0, height: 0, size: row.size };
    try {
      return await inTransaction(db, async (tx) => {
        const status = isFinished ? 'finished' : 'processing';
        const stored = await repository.insert({ ...row, variants: { original }, status }, tx);
        if (!isFinished) await jobs.send('process-file', { fileId: row.id }, { tx });
        return stored;
      });
    } catch (error) {
      await store.remove([key]);
      throw error;
    }
  }

  const service = {
    /**
     * Keeps an upload: moves it away from where it lies. Pictures come back finished; films, sounds and very large
     * pictures as `processing`, to be converted by a job.
     *
     * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE for what cannot be read; nothing is kept then.
     */
    async store(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
      const isSmall = await inspect(upload, options.type);
      return isSmall ? storeFinished(upload, options) : storeForLater(upload, options);
    },

    /**
     * Keeps a copy of a local file and finishes it before returning: for demo content and commands.
     *
     * @throws AppError as `store`.
     */
    async storeLocal(file: string, options: StoreOptions & { name?: string }): Promise<FileRow> {
      await mkdir(tmpDir, { recursive: true });
      const tmpPath = path.join(tmpDir, newId());
      try {
        await copyFile(file, tmpPath);
        const mimeType = (await fileTypeFromFile(tmpPath))?.mime ?? 'application/octet-stream';
        const { size } = await stat(tmpPath);
        const upload = { tmpPath, name: options.name ?? path.basename(file), mimeType, kind: kindOf(mimeType), size };
        await inspect(upload, options.type);
        if (planOf(options.type, upload.kind) === 'keep') return await storeForLater(upload, options);
        return await storeFinished(upload, options);
      } finally {
        await rm(tmpPath, { force: true });
      }
    },

    /** Rows by id, in no order; unknown ids are absent. */
    find: (ids: readonly string[], tx?: Executor): Promise<FileRow[]> => repository.listByIds(ids, tx),

    /** The wire's File. Closed: no address but the blurred picture's. Open: signed for this viewer, or public. */
    present: (file: FileRow, { viewer, open }: { viewer: Pick<Actor, 'id'> | null; open: boolean }): FileView =>
      presentFile(file, { viewerId: viewer?.id ?? null, open }, links),

    /** The same for a text that many get: with a gap for each link that is a viewer's own. */
    presentWithGaps: (file: FileRow, { open }: { open: boolean }): FileView =>
      presentFile(file, { viewerId: null, open }, { sign: gapFor, publicUrl: links.publicUrl }),

    /** Puts a viewer's links into such a text. */
    fillLinks: (text: TextWithGaps, viewer: Pick<Actor, 'id'> | null): readonly Buffer[] =>
      fillGaps(text, (fileId, variant) => links.sign(fileId, variant, viewer?.id ?? null)),

    /** Address of a variant of a public file; empty when there is none. */
    publicUrl: (file: FileRow | null | undefined, variant: string): string => presentPublicUrl(file, variant, links),

    /** Notes what pictures show; only the owner's files are changed. */
    async setAlts(ownerId: string, alts: readonly { fileId: string; alt: string }[], tx: Tx): Promise<void> {
      for (const { fileId, alt } of alts) await repository.setAlt(fileId, ownerId, alt, tx);
    },

    /** Deletes files; their bytes go once the transaction has committed. */
    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      const rows = await repository.remove(ids, tx);
      const keys = rows.flatMap((row) => Object.values(row.variants).map((variant) => variant.key));
      tx.afterCommit(() => store.remove(keys));
    },

    /**
     * How far a file is, for who may see it.
     *
     * @throws AppError ENTITY_NOT_FOUND for everybody else too, so that ids tell nothing. Promises A-7.
     */
    async status(id: string, viewer: Actor | null, country: string | null = null): Promise<FileView> {
      const file = found(await repository.find(id));
      const open = file.isPublic || file.ownerId === viewer?.id || (await guard(id, viewer?.id ?? null, country));
      if (!open) throw new AppError('ENTITY_NOT_FOUND');
      return service.present(file, { viewer, open });
    },

    /** Answers a request for bytes. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
    openMedia: (request: MediaRequest): Promise<OpenedMedia> =>
      openMedia(request, { links, store, find: repository.find, guard }),

    /**
     * The best there is of a file, for its owner's archive: what arrived, while that is kept, else the largest rendition.
     *
     * @returns null when nothing was stored, or its bytes are lost.
     */
    async openBest({ variants }: FileRow): Promise<{ mimeType: string; bytes: Readable } | null> {
      const best = ['original', 'video', 'audio', 'large', 'small'].map((name) => variants[name]).find(Boolean);
      if (!best) return null;
      const bytes = await store.open(best.key).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return bytes && { mimeType: best.mimeType, bytes };
    },

    /** Who may open files that are neither public nor their own. Until it is set: nobody. */
    setGuard: (next: FileGuard): void => void (guard = next),

    /** Whom to tell, within the transaction, when a file turns out to be broken. */
    setErrorHandler: (next: OnFileError): void => void (onError = next),

    /** Clears away what uploads and conversions left behind that were cut off. */
    async sweep(): Promise<void> {
      const names = await readdir(tmpDir).catch(() => []);
      for (const name of names) {
        const leftover = path.join(tmpDir, name);
        const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < clock.now().getTime() - LEFTOVER_MS) await rm(leftover, { recursive: true, force: true });
      }
    },

    /**
     * Deletes uploads that were never put into a post or message, with all that was made of them. A job does so daily.
     *
     * @returns how many.
     */
    async sweepLoose(): Promise<number> {
      const before = new Date(clock.now().getTime() - LOOSE_MS);
      for (let total = 0; ;) {
        const count = await inTransaction(db, async (tx) => {
          const ids = await looseFiles.list(before, SWEPT_AT_A_TIME, tx);
          await service.remove(ids, tx);
          return ids.length;
        });
        total += count;
        if (count < SWEPT_AT_A_TIME) return total;
      }
    },

    process: processing.process,
    resume: processing.resume,
  };
  return service;
}
