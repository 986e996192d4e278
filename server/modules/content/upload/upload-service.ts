import { copyFile, link, readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { emptyFile } from '@contract/base/media-kinds';
import { uploadPurposes, type UploadPurpose } from '@contract/base/upload-purposes';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { PARTIAL_PREFIX, type MediaService } from '../../site/media/media-service';
import { canPublish, createItemUploads, uploadFields } from '../item/item-service';
import { createUploadRepository, type UploadRow } from './upload-repository';

/** Milliseconds an upload may wait for its next part. */
const IDLE_MS = 24 * 3600 * 1000;

/** Files looked at in one step. */
const SWEPT_AT_A_TIME = 1_000;

const isPurpose = (purpose: string): purpose is UploadPurpose => uploadPurposes.some((one) => one === purpose);

/** Whether another try with the same bytes ends the same way; what is too much today is not tomorrow. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500 && error.status !== 429;

/** Tells what a file is, and refuses what its field does not take. */
type LookInto = (
  path: string,
  field: (typeof uploadFields)[UploadPurpose],
) => Promise<Omit<UploadedFile, 'tmpPath' | 'name' | 'size'>>;

/** Files of items that come in parts, over any number of calls and processes. What they are kept as is up to `item-uploads`. */
export function createUploadService(
  context: Pick<ServerContext, 'db' | 'clock' | 'env'>,
  { media }: { media: Pick<MediaService, 'store' | 'remove' | 'removeLoose' | 'find'> },
) {
  const { db, clock, env } = context;
  const repository = createUploadRepository(db, () => clock.now());
  const { keep } = createItemUploads(context, media);
  const tmpDir = path.join(env.DATA_DIR, 'tmp');
  const placeOf = (id: string) => path.join(tmpDir, `${PARTIAL_PREFIX}${id}`);

  async function discard(id: string): Promise<void> {
    await repository.remove(id);
    await rm(placeOf(id), { force: true });
  }

  /** Whether the file is there already: whoever stored it may have died before it could say so. */
  async function isStored(id: string): Promise<boolean> {
    const [file] = await media.find([id]);
    if (!file) return false;
    if (file.status !== 'processing' || Object.keys(file.variants).length > 0) return true;
    await inTransaction(db, (tx) => media.remove([id], tx));
    return false;
  }

  /** A second name for the bytes, to be moved away: the first stays until it is known that they are kept. */
  async function lend(id: string): Promise<string> {
    const lent = path.join(tmpDir, newId());
    // Not every file system has links.
    await link(placeOf(id), lent).catch(() => copyFile(placeOf(id), lent));
    // Under a name of its own it would else be as old as its last part, and swept as left over.
    await utimes(lent, clock.now(), clock.now());
    return lent;
  }

  return {
    /** Where what has arrived of one lies. */
    placeOf,
    turns: repository,
    discard,

    /**
     * Begins one.
     *
     * @param upload `metadata` is what its sender says of it, as it came; `purpose` was read from it.
     * @param takeBytes counts it, when everything else allows it.
     * @throws AppError VALIDATION_FAILED, NO_FILE, PAYLOAD_TOO_LARGE, FORBIDDEN, and what `takeBytes` throws
     */
    async begin(
      actor: Actor,
      { id, name, size, purpose, metadata }: Pick<UploadRow, 'id' | 'name' | 'size' | 'metadata'> & { purpose: string },
      takeBytes: (bytes: number) => Promise<void>,
    ): Promise<void> {
      assertAllowed(canPublish(actor));
      if (!isPurpose(purpose))
        throw new AppError('VALIDATION_FAILED', { message: `purpose: must be one of ${uploadPurposes.join(', ')}` });
      if (size === 0) throw new AppError('NO_FILE', { message: emptyFile });
      if (size > uploadFields[purpose].mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
      await takeBytes(size);
      await repository.insert({ id, ownerId: actor.id, purpose, name, size, metadata });
    },

    /** One's own. @throws AppError ENTITY_NOT_FOUND for everybody else too. Promises A-7. */
    async open(actor: Actor, id: string): Promise<UploadRow> {
      const row = await repository.find(id);
      if (row?.ownerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      return row;
    },

    /** Refuses early what is not what it is for, by what has arrived; nothing is left of it then. */
    async look({ id, purpose }: UploadRow, lookInto: LookInto): Promise<void> {
      try {
        await lookInto(placeOf(id), uploadFields[purpose]);
      } catch (error) {
        if (isRefusal(error)) await discard(id);
        throw error;
      }
    },

    /**
     * Keeps a file of which everything is there, once, however often it is asked for; by one caller at a time.
     *
     * @throws AppError as the calls that take the same file whole: nothing is left of it then. What may pass by itself
     * leaves all as it is, and the next call tries again.
     */
    async complete(actor: Actor, id: string, lookInto: LookInto): Promise<void> {
      const row = await repository.find(id);
      if (!row || row.storedAt) return;
      if (!(await isStored(id))) {
        const tmpPath = await lend(id);
        try {
          const { name, size, purpose } = row;
          const looked = await lookInto(tmpPath, uploadFields[purpose]);
          await keep(actor, { ...looked, tmpPath, name, size }, purpose, { id });
        } catch (error) {
          if (isRefusal(error)) await discard(id);
          throw error;
        } finally {
          await rm(tmpPath, { force: true });
        }
      }
      await repository.markStored(id);
      await rm(placeOf(id), { force: true });
    },

    /** When an upload ends that is sent no part from now on. */
    getExpiry: (): Date => new Date(clock.now().getTime() + IDLE_MS),

    /** Lets go of those that nobody goes on with, and of bytes that are of none: a process that dies leaves some. @returns how many. */
    async sweep(): Promise<number> {
      // Asked first: the row of an upload comes before its bytes.
      const names = await readdir(tmpDir).catch(() => []);
      const ended = await repository.removeIdle(new Date(clock.now().getTime() - IDLE_MS));
      const ids = names
        .filter((name) => name.startsWith(PARTIAL_PREFIX))
        .map((name) => name.slice(PARTIAL_PREFIX.length));
      for (let from = 0; from < ids.length; from += SWEPT_AT_A_TIME) {
        const some = ids.slice(from, from + SWEPT_AT_A_TIME);
        const known = new Set(await repository.listKnown(some));
        for (const id of some) if (!known.has(id)) await rm(placeOf(id), { force: true });
      }
      return ended.length;
    },
  };
}
