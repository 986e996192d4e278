import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor, Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import { fillPlaceholders, placeholderFor } from '../../../media/url-placeholders';
import { createMediaLinks } from '../../../media/media-links';
import { createDiskStore } from '../../../media/media-store';
import { createMediaWork } from '../../../media/media-work';
import { createFileProcessing, type OnFileError } from './file-processing';
import { createFileCaptions, type OnFileChange } from './file-captions';
import { createFileIntake } from './file-intake';
import { remakePictures } from './file-remaking';
import { createFileRemoval } from './file-removal';
import { createFileScan } from './file-scan';
import { createFileWorker } from './file-worker';
import { presentFile, presentPublicUrl, type FileView } from './media-presenter';
import { createMediaRepository, type FileRow } from './media-repository';
import { openMedia, type FileGuard, type MediaRequest, type OpenedMedia } from './open-media';

export type { FileRow } from './media-repository';
export type { FileView } from './media-presenter';

export type MediaService = ReturnType<typeof createMediaService>;

/** Files: storing, converting, showing and sending them. Knows nothing of what they are for; a guard tells who may see. */
export function createMediaService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env' | 'gateways'>) {
  const { db, clock, env } = context;
  const tmpDir = path.join(env.DATA_DIR, 'tmp');
  const repository = createMediaRepository(db);
  const store = createDiskStore(path.join(env.DATA_DIR, 'media'));
  const work = createMediaWork();
  const links = createMediaLinks({
    baseUrl: env.API_PUBLIC_URL,
    secret: env.APP_SECRET,
    now: () => clock.now().getTime(),
  });
  const worker = createFileWorker({ store, work, tmpDir });
  const removal = createFileRemoval(context, { repository, store, tmpDir });
  const scan = createFileScan(context.gateways.malware, db.$failures);
  const intake = createFileIntake(context, { repository, store, work, worker, removal, scan });
  let guard: FileGuard = async () => false;
  let previewGuard: FileGuard = async () => false;
  const needsSession = new URL(env.WEB_PUBLIC_URL).hostname === new URL(env.API_PUBLIC_URL).hostname;
  let onError: OnFileError = async () => undefined;
  let onChange: OnFileChange = async () => undefined;
  const captions = createFileCaptions(context, { repository, store, onChange: (...changed) => onChange(...changed) });
  const processing = createFileProcessing(context, {
    repository,
    store,
    worker,
    scan,
    onError: (...broken) => onError(...broken),
    onChange: (...changed) => onChange(...changed),
  });

  const service = {
    ...intake,
    ...removal,
    ...captions,

    /** Rows by id, in no order; unknown ids are absent. */
    find: (ids: readonly string[], tx?: Executor): Promise<FileRow[]> => repository.listByIds(ids, tx),

    /** The same, for whoever takes them up: nobody else takes, deletes or gives them up until the transaction ends. */
    hold: (ids: readonly string[], tx: Tx): Promise<FileRow[]> => repository.hold(ids, tx),

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
    publicUrl: (file: Parameters<typeof presentPublicUrl>[0], variant: string): string =>
      presentPublicUrl(file, variant, links),

    /** Notes what pictures show; only the owner's files are changed. */
    async setAlts(ownerId: string, alts: readonly { fileId: string; alt: string }[], tx: Tx): Promise<void> {
      for (const { fileId, alt } of alts) await repository.setAlt(fileId, ownerId, alt, tx);
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

    /** Who remembers files with what holds them; told before the file itself is locked. */
    setChangeHandler: (next: OnFileChange): void => void (onChange = next),

    /** Completes pictures from before there were widths. */
    remakePictures: () => remakePictures({ repository, store, worker }),

    /** Ends the processes that read files. */
    close: work.close,

    process: processing.process,
    makeLadder: processing.makeLadder,
    resume: processing.resume,
  };
  return service;
}
