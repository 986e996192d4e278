import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { adviseKinds } from '@contract/base/media-kinds';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Variant } from '../../../db/schema/files';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import { fillPlaceholders, placeholderFor } from '../../../media/url-placeholders';
import { createMediaLinks } from '../../../media/media-links';
import { createDiskStore } from '../../../media/media-store';
import type { PictureFacts } from '../../../media/media-tasks';
import { createMediaWork } from '../../../media/media-work';
import { UnreadableMedia } from '../../../media/unreadable-media';
import { planOf } from './file-plan';
import { createFileProcessing, type OnFileError } from './file-processing';
import { createFileWorker, storageKey, storagePrefix } from './file-worker';
import { createOrphanedFiles } from './orphaned-files';
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
/** Milliseconds after which whoever deleted a file has surely removed its bytes, or died. */
const REMOVED_MS = 10 * 60_000;
/** Files whose bytes are removed in one transaction. */
const SWEPT_AT_A_TIME = 200;

/** What its sender is told of a file that cannot be read. */
const refuse = (kind: UploadedFile['kind'], reason: UnreadableMedia) =>
  new AppError(kind === 'image' ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE', {
    message: kind === 'other' ? reason.message : `${reason.message} ${adviseKinds([kind])}`,
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
}

/** What is served of a file, made beforehand; each variant lies at a local `path`. */
export interface PreparedMedia {
  kind: 'image' | 'video' | 'audio';
  mimeType: string;
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  variants: Record<string, Omit<Variant, 'key'> & { path: string }>;
}

export type MediaService = ReturnType<typeof createMediaService>;

/** Files: storing, converting, showing and sending them. Knows nothing of what they are for; a guard tells who may see. */
export function createMediaService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env'>) {
  const { db, clock, jobs, env } = context;
  const tmpDir = path.join(env.DATA_DIR, 'tmp');
  const repository = createMediaRepository(db);
  const orphanedFiles = createOrphanedFiles(db);
  const store = createDiskStore(path.join(env.DATA_DIR, 'media'));
  const work = createMediaWork();
  const links = createMediaLinks({
    baseUrl: env.API_PUBLIC_URL,
    secret: env.APP_SECRET,
    now: () => clock.now().getTime(),
  });
  const worker = createFileWorker({ store, work, tmpDir });
  let guard: FileGuard = async () => false;
  let previewGuard: FileGuard = async () => false;
  const needsSession = new URL(env.WEB_PUBLIC_URL).hostname === new URL(env.API_PUBLIC_URL).hostname;
  let onError: OnFileError = async () => undefined;
  const processing = createFileProcessing(context, {
    repository,
    store,
    worker,
    onError: (fileId, tx) => onError(fileId, tx),
  });

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
      status: 'processing' as const,
    };
  };

  /**
   * The row comes before the bytes: whatever ends us in between, it tells what was stored, and is swept if nothing ever
   * holds it.
   */
  async function withRow(row: ReturnType<typeof describe>, keep: () => Promise<FileRow>): Promise<FileRow> {
    await repository.insert(row);
    try {
      return await keep();
    } catch (error) {
      await inTransaction(db, (tx) => service.remove([row.id], tx));
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

  function storeForLater(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
    const row = describe(upload, options);
    return withRow(row, async () => {
      const key = storageKey(row.id, 'original');
      await store.put(key, upload.tmpPath);
      const original = { key, mimeType: row.mimeType, width: 0, height: 0, size: row.size };
      const isFinished = planOf(row.type, row.kind) === 'keep';
      return inTransaction(db, async (tx) => {
        const status = isFinished ? 'finished' : 'processing';
        const stored = found(await repository.finish(row.id, { variants: { original }, status }, tx));
        if (!isFinished) await jobs.send('process-file', { fileId: row.id }, { tx });
        return stored;
      });
    });
  }

  /** Their rows are gone, for good: now their bytes, and the note of it. */
  async function removeBytes(ids: readonly string[], tx?: Tx): Promise<void> {
    for (const id of ids) await store.removeAll(storagePrefix(id));
    await repository.endRemovals(ids, tx);
  }

  async function sweepRemoved(): Promise<number> {
    const before = new Date(clock.now().getTime() - REMOVED_MS);
    for (let total = 0; ;) {
      const count = await inTransaction(db, async (tx) => {
        const ids = await repository.lockRemovals(before, SWEPT_AT_A_TIME, tx);
        await removeBytes(ids, tx);
        return ids.length;
      });
      total += count;
      if (count < SWEPT_AT_A_TIME) return total;
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
      try {
        const facts = await inspect(upload, options.type);
        return await (facts ? storeFinished(upload, facts, options) : storeForLater(upload, options));
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

    /** Rows by id, in no order; unknown ids are absent. */
    find: (ids: readonly string[], tx?: Executor): Promise<FileRow[]> => repository.listByIds(ids, tx),

    /** The wire's File. Closed: no address but the blurred picture's. Open: signed for this viewer, or public. */
    present: (file: FileRow, { viewer, open }: { viewer: Pick<Actor, 'id'> | null; open: boolean }): FileView =>
      presentFile(file, { viewerId: viewer?.id ?? null, open }, links),

    /** The same for a text that many get: with a gap for each link that is a viewer's own. */
    presentWithGaps: (file: FileRow, { open }: { open: boolean }): FileView =>
      presentFile(file, { viewerId: null, open }, { sign: placeholderFor, publicUrl: links.publicUrl }),

    /** Puts a viewer's links into such a text. */
    fillLinks: (text: string, viewer: Pick<Actor, 'id'> | null): string =>
      fillPlaceholders(text, (fileId, variant) => links.sign(fileId, variant, viewer?.id ?? null)),

    /** Address of a variant of a public file; empty when there is none. */
    publicUrl: (file: FileRow | null | undefined, variant: string): string => presentPublicUrl(file, variant, links),

    /** Notes what pictures show; only the owner's files are changed. */
    async setAlts(ownerId: string, alts: readonly { fileId: string; alt: string }[], tx: Tx): Promise<void> {
      for (const { fileId, alt } of alts) await repository.setAlt(fileId, ownerId, alt, tx);
    },

    /** Deletes files; their bytes go once the transaction has committed. */
    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      await repository.remove(ids, tx);
      tx.afterCommit(() => removeBytes(ids));
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
      openMedia(request, { links, store, find: repository.find, guard, previewGuard, needsSession }),

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

    /** Who may see blurred pictures of files that are closed to them. Until it is set: nobody. */
    setPreviewGuard: (next: FileGuard): void => void (previewGuard = next),

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
     * Deletes uploads that nothing came to hold, and the bytes of files whose row is gone. A job does so daily.
     *
     * @returns how many.
     */
    async sweepLoose(): Promise<number> {
      const before = new Date(clock.now().getTime() - LOOSE_MS);
      let total = 0;
      for (let after: string | null = ''; after !== null;) {
        const from: string = after;
        const { ids, last } = await inTransaction(db, async (tx) => {
          const page = await orphanedFiles.findPage(from, before, tx);
          await service.remove(page.ids, tx);
          return page;
        });
        total += ids.length;
        after = last;
      }
      return total + (await sweepRemoved());
    },

    /** Ends the processes that read files. */
    close: work.close,

    process: processing.process,
    resume: processing.resume,
  };
  return service;
}
