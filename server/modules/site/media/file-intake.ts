import { LRUCache } from 'lru-cache';
import { limits } from '@contract/base/limits';
import { withAdvice } from '@contract/base/media-kinds';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Variant } from '../../../db/schema/files';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { MediaStore } from '../../../media/media-store';
import {
  TooLongToWait,
  UnreadableMedia,
  WorkInterrupted,
  type PictureFacts,
  type WorkTurn,
} from '../../../media/media-tasks';
import type { MediaWork } from '../../../media/media-process-pool';
import { getProcessingPlan } from './processing-plan';
import { estimateBytes, estimateSeconds, GUEST_SECONDS, GUEST_WAIT_MS, speedOf } from './file-turn';
import type { FileQueue } from './file-queue';
import type { FileRemoval } from './file-removal';
import { ScanUnavailable, type FileScan } from './file-scan';
import { storageKey, type FileWorker, type MadeFile } from './file-variants';
import type { FileRow, MediaRepository } from './media-repository';

/** Bytes up to which the malware scanner is asked before the upload is answered. */
const SCANNED_AT_ONCE = limits.imageBytes;

/** Milliseconds for which pictures of an account are made in the background, once one was costly or took too long to wait for. */
const BACKGROUND_MS = 10 * 60_000;
/** Accounts that are remembered for that; a forgotten one is treated like all others. */
const KNOWN_ACCOUNTS = 10_000;

/** Seconds of sound that count like one second of film towards what an account may send in a day. */
const SOUND_PER_FILM_SECOND = 10;

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
  /** What takes long is done once `begin` says so, such as for files of a message that may never be sent. */
  isDeferred?: boolean;
  /** Network of a guest, whose files have a new owner each time: guests take turns by it. */
  network?: string;
}

/** Counts seconds of film that an account sends. */
export interface FilmQuota {
  /** @throws AppError FILM_QUOTA when so many are not left; none are counted then. */
  take(ownerId: string, seconds: number): Promise<void>;
  /** Of film that was not kept after all: another try counts it again. */
  giveBack(ownerId: string, seconds: number): Promise<void>;
}

/** What is known of a file before it is kept. */
interface Inspected {
  /** Of a picture that is small enough to be finished at once. */
  facts: PictureFacts | null;
  measures: Partial<Pick<FileRow, 'duration' | 'width' | 'height' | 'workSeconds' | 'workBytes'>>;
  /** Of film and sound: what counts towards what an account may send in a day. */
  filmSeconds?: number;
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
  queue: FileQueue;
  /** Counts how much film an account sends. */
  filmQuota: FilmQuota;
}

/** How files come in: looked into, stored, and finished at once or given to a job. */
export function createFileIntake(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { repository, store, work, worker, removal, scan, queue, filmQuota }: Parts,
) {
  /** Accounts whose pictures are made in the background, and until when. */
  const slowUntil = new LRUCache<string, number>({ max: KNOWN_ACCOUNTS });
  const isSlow = (account: string) => (slowUntil.get(account) ?? 0) > clock.now().getTime();

  /** Pictures that take longer than their sender may wait are made in the background. */
  function nullIfTooLong(error: unknown): null {
    if (!(error instanceof TooLongToWait)) throw error;
    return null;
  }

  /** Looks into a file before it is kept. */
  async function inspect(
    { kind, tmpPath, mimeType, size }: UploadedFile,
    { type, network }: StoreOptions,
    turn: WorkTurn,
  ): Promise<Inspected> {
    const { account } = turn;
    switch (getProcessingPlan(type, kind)) {
      case 'keep':
        return { facts: null, measures: {} };
      case 'picture': {
        const measures = network === undefined ? {} : { workSeconds: GUEST_SECONDS };
        if (isSlow(account)) return { facts: null, measures };
        const facts = await work.inspectPicture({ path: tmpPath }, turn).catch(nullIfTooLong);
        const isForNow = facts !== null && speedOf(facts) !== 'background' && !isSlow(account);
        return { facts: isForNow ? facts : null, measures };
      }
      case 'film':
      case 'sound': {
        const facts = await work.inspectFilm({ path: tmpPath, mimeType }, { account, pace: 'look' });
        const { video, hasAudio, duration } = facts;
        if (kind === 'video' ? !video : !hasAudio)
          throw new UnreadableMedia(`There is no ${kind === 'video' ? 'picture' : 'sound'} in it.`);
        const { width = null, height = null } = (kind === 'video' && video) || {};
        const measures = { duration, width, height };
        const workSeconds = estimateSeconds({ type, kind, size, ...measures }, facts);
        const workBytes = estimateBytes(size, facts);
        const filmSeconds = kind === 'video' ? duration : duration / SOUND_PER_FILM_SECOND;
        return { facts: null, measures: { ...measures, workSeconds, workBytes }, filmSeconds };
      }
    }
  }

  /** Whether a file may be finished now: a scanner that is away, or would be long at it, is asked by the job. @throws UnreadableMedia */
  async function isKnownClean(
    { tmpPath, size }: UploadedFile,
    { account }: WorkTurn,
    wouldBeFinished: boolean,
  ): Promise<boolean> {
    if (!scan.isOn) return true;
    if (!wouldBeFinished || size > SCANNED_AT_ONCE) return false;
    try {
      await scan.check(tmpPath, { account, size });
      return true;
    } catch (error) {
      if (error instanceof ScanUnavailable) return false;
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
  async function withRow(
    row: ReturnType<typeof describe>,
    { id }: StoreOptions,
    keep: () => Promise<FileRow>,
  ): Promise<FileRow> {
    await inTransaction(db, async (tx) => {
      // The id may have been another try's, whose bytes were to go: these are not. Whoever is removing them is waited for.
      await repository.endRemovals([row.id], tx);
      await repository.insert(row, tx);
    });
    try {
      return await keep();
    } catch (error) {
      await inTransaction(db, async (tx) => {
        // An id that was given may be another try's by now, which took over from us as from somebody who died.
        const [stored] = await repository.hold([row.id], tx);
        const isOurs = id === undefined || stored?.createdAt.getTime() === row.createdAt.getTime();
        if (isOurs) await removal.remove([row.id], tx);
      });
      throw error;
    }
  }

  /** @throws AppError UNAVAILABLE when another try took over meanwhile: it is up to that one, or to the next. */
  async function finish(...given: Parameters<MediaRepository['finish']>): Promise<FileRow> {
    const finished = await repository.finish(...given);
    if (!finished) throw new AppError('UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
    return finished;
  }

  /** @returns null when it cannot be finished while its sender waits; nothing of it is left then. */
  async function storeFinished(
    upload: UploadedFile,
    facts: PictureFacts,
    options: StoreOptions,
    turn: WorkTurn,
  ): Promise<FileRow | null> {
    const row = describe(upload, options);
    try {
      return await withRow(row, options, async () => {
        const made = await worker.make({ ...row, path: upload.tmpPath, facts, turn });
        return finish(row, { ...made, status: 'finished' });
      });
    } catch (error) {
      return error instanceof WorkInterrupted ? null : nullIfTooLong(error);
    }
  }

  /** Counts film that is kept, and only that. */
  async function withinQuota(
    ownerId: string,
    filmSeconds: number | undefined,
    keep: () => Promise<FileRow>,
  ): Promise<FileRow> {
    if (filmSeconds === undefined) return keep();
    await filmQuota.take(ownerId, filmSeconds);
    try {
      return await keep();
    } catch (error) {
      await filmQuota.giveBack(ownerId, filmSeconds);
      throw error;
    }
  }

  /** @param isClean nothing harmful is in it, as far as anybody looks; else it waits until somebody can say. */
  function storeForLater(
    upload: UploadedFile,
    options: StoreOptions,
    { isClean, measures, filmSeconds }: Pick<Inspected, 'measures' | 'filmSeconds'> & { isClean: boolean },
  ): Promise<FileRow> {
    const row = { ...describe(upload, options), ...measures };
    const keep = async () => {
      const key = storageKey(row.id, 'original');
      await store.put(key, upload.tmpPath);
      const original = { key, mimeType: row.mimeType, width: 0, height: 0, size: row.size };
      const isFinished = isClean && getProcessingPlan(row.type, row.kind) === 'keep';
      return inTransaction(db, async (tx) => {
        const status = isFinished ? 'finished' : 'processing';
        const stored = await finish(row, { variants: { original }, status }, tx);
        if (!isFinished && !options.isDeferred) await queue.add(stored, tx);
        return stored;
      });
    };
    return withinQuota(row.ownerId, filmSeconds, () => withRow(row, options, keep));
  }

  return {
    /**
     * Keeps an upload: moves it away from where it lies. Pictures come back finished; films, sounds and pictures that move, are
     * very large or would wait long for their turn as `processing`, to be converted by a job.
     *
     * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE for what cannot be read, FILM_QUOTA, UNAVAILABLE when it could
     * not be looked into; nothing is kept then.
     */
    async store(upload: UploadedFile, options: StoreOptions): Promise<FileRow> {
      const account = options.network ?? options.ownerId;
      // What the account sends next is made in the background, also when this file is refused.
      const onCostly = () => void slowUntil.set(account, clock.now().getTime() + BACKGROUND_MS);
      const maxWaitMs = options.network === undefined ? undefined : GUEST_WAIT_MS;
      const turn = { account, pace: 'atOnce', maxWaitMs, onCostly } as const;
      try {
        const { facts, ...inspected } = await inspect(upload, options, turn);
        const isClean = await isKnownClean(
          upload,
          turn,
          facts !== null || getProcessingPlan(options.type, upload.kind) === 'keep',
        );
        const finished = facts && isClean ? await storeFinished(upload, facts, options, turn) : null;
        return finished ?? (await storeForLater(upload, options, { isClean, ...inspected }));
      } catch (error) {
        if (error instanceof WorkInterrupted) throw new AppError('UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
        throw error instanceof UnreadableMedia ? refuse(upload.kind, error) : error;
      }
    },

    /** Begins the work on files that was put off. Those that need none, or where it has begun, are left alone. */
    async begin(deferred: readonly FileRow[], tx: Tx): Promise<void> {
      for (const file of deferred) if (file.status === 'processing' && file.attempts === 0) await queue.add(file, tx);
    },

    /** Keeps copies of what was made of a file beforehand: demo content. */
    async storePrepared({ variants, ...made }: PreparedMedia, options: StoreOptions): Promise<FileRow> {
      const size = Math.max(...Object.values(variants).map((variant) => variant.size));
      const row = describe({ name: '', tmpPath: '', size, kind: made.kind, mimeType: made.mimeType }, options);
      return withRow(row, options, async () => {
        const stored: Record<string, Variant> = {};
        for (const [name, { path: source, ...variant }] of Object.entries(variants)) {
          const key = storageKey(row.id, name);
          await store.copy(key, source);
          stored[name] = { key, ...variant };
        }
        return finish(row, { ...made, variants: stored, status: 'finished' });
      });
    },
  };
}
