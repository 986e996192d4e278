import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { createMediaLinks, isSessionSentWithLinks } from '../../../media/media-links';
import { createDiskStore } from '../../../media/media-store';
import { UnreadableMedia } from '../../../media/media-tasks';
import { createMediaWork } from '../../../media/media-process-pool';
import { createFileProcessing } from './file-processing';
import { createFileCaptions } from './file-captions';
import { createFileIntake, type FilmQuota } from './file-intake';
import { createFileQueue } from './file-queue';
import { createFileRemoval } from './file-removal';
import { createFileScan } from './file-scan';
import { isAvatar, getProcessingPlan, publicReach } from './processing-plan';
import { ladderJobs, processingJobs } from './file-turn';
import { createFileWorkRepository } from './file-work-repository';
import { createFileWorker, storagePrefix } from './file-variants';
import { presentFile, type FileView } from './media-presenter';
import { createMediaRepository, type FileRow } from './media-repository';
import { openMedia, type FileAccess, type MediaRequest, type OpenedMedia } from './authorize-media';

export { getUnreadyError } from './processing-plan';
export { PARTIAL_PREFIX } from './file-removal';
export type { FileRow } from './media-repository';
export type { FileView } from './media-presenter';
export type { FileAccess } from './authorize-media';

export type MediaService = ReturnType<typeof createMediaService>;

/** Pictures looked at in one step. */
const PAGE = 100;

interface MediaDeps {
  fileAccess: FileAccess;
  filmQuota: FilmQuota;
}

/** Files: storing, converting, showing and sending them. Knows nothing of what they are for; `fileAccess` tells who may see them. */
export function createMediaService(
  context: Pick<ServerContext, 'db' | 'disk' | 'clock' | 'jobs' | 'env' | 'gateways' | 'failures' | 'events'>,
  { fileAccess, filmQuota }: MediaDeps,
) {
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
  const worker = createFileWorker({ store, work, tmpDir, disk: context.disk });
  const removal = createFileRemoval(context, { repository, store, tmpDir });
  const scan = createFileScan(context.gateways.malware, db.$failures);
  const queue = createFileQueue(context, repository, createFileWorkRepository(db));
  const needsSession = isSessionSentWithLinks(env);
  const intake = createFileIntake(context, { repository, store, work, worker, removal, scan, queue, filmQuota });
  const captions = createFileCaptions(context, { repository, store });
  const processing = createFileProcessing(context, {
    ...{ repository, store, worker, scan, queue },
    failures: context.failures,
  });

  const service = {
    ...intake,
    ...removal,
    ...captions,
    ...processing,

    /** The queues whose jobs are `process` and `makeLadder`. */
    jobs: { processing: Object.values(processingJobs), ladders: Object.values(ladderJobs) },

    sweepWork: queue.sweepWork,

    /** Rows by id, in no order; unknown ids are absent. */
    find: repository.listByIds,

    /** The same, for whoever takes them up: nobody else takes, deletes or gives them up until the transaction ends. */
    hold: repository.hold,

    /**
     * The wire's File. Closed: no address but the blurred picture's. Open: signed for this viewer, or public.
     *
     * @param access.isOut it belongs to an item that everybody finds.
     */
    present: (
      file: FileRow,
      { viewer, ...access }: { viewer: Pick<Actor, 'id'> | null; open: boolean; isOut?: boolean },
    ): FileView => presentFile(file, { viewerId: viewer?.id ?? null, ...access }, links),

    /** Address of a variant of a public file; empty when there is none. */
    publicUrl: (file: Pick<FileRow, 'id' | 'isPublic' | 'variants'> | null | undefined, variant: string): string =>
      file?.isPublic && file.variants[variant] ? links.publicUrl(file.id, variant) : '',

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
      const file = requireFound(await repository.find(id));
      const open =
        publicReach(file) === 'all' ||
        file.ownerId === viewer?.id ||
        (await fileAccess.canOpenFile(id, viewer?.id ?? null, country));
      if (!open) throw new AppError('ENTITY_NOT_FOUND');
      return service.present(file, { viewer, open });
    },

    /** Answers a request for bytes. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
    openMedia: (request: MediaRequest): Promise<OpenedMedia> =>
      openMedia(request, { links, store, find: repository.find, needsSession, fileAccess }),

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

    /** Ends the processes that read files. */
    close: work.close,

    /**
     * Makes the widths and the thumb hash of pictures from before there were any, out of the largest rendition they have: what
     * arrived is gone. What is served already stays as it is.
     *
     * @returns how many pictures were completed, and the ids of those that cannot be read any more.
     */
    async remakePictures(): Promise<{ count: number; unreadable: string[] }> {
      const unreadable: string[] = [];
      let count = 0;
      for (let after = ''; ;) {
        const page = await repository.listWithoutWidths(after, PAGE);
        for (const file of page) {
          const large = file.variants['large'];
          if (!large || getProcessingPlan(file.type, file.kind) !== 'picture') continue;
          try {
            const made = await store.withLocal(large.key, (path) =>
              worker.makeWidths(
                { id: file.id, path, isPortrait: isAvatar(file.type), known: file.variants },
                { account: file.ownerId, pace: 'brief' },
              ),
            );
            if (await repository.addWidths(file.id, made)) count += 1;
            // Deleted meanwhile.
            else await store.removeAll(storagePrefix(file.id));
          } catch (error) {
            if (!(error instanceof UnreadableMedia) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
            unreadable.push(file.id);
          }
        }
        const last = page.at(-1);
        if (!last) return { count, unreadable };
        after = last.id;
      }
    },
  };
  return service;
}
