import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '../lib/error';
import type { StoreName, StoreSettings } from './create-store';
import { assertKey } from './media-store';
import { createS3Bucket } from './s3-bucket';

/** `absent` from the disk: it was moved or removed before. `differs`: the bucket has other bytes, and the file stays on disk. */
export type MoveResult = { is: 'moved'; bytes: number } | { is: 'absent' } | { is: 'differs' };

export interface ObjectMover {
  /**
   * Carries one object into the bucket, reads it back, compares the hashes, and only then deletes the file. It may be repeated at
   * any time.
   *
   * @param isNeeded asks again whether the object belongs to anything, because it may be deleted while it is copied
   */
  move(key: string, isNeeded: () => Promise<boolean>): Promise<MoveResult>;
  /** Removes the folder if no file is left in it. @returns files that are left */
  close(): Promise<string[]>;
}

/** @throws Error if no bucket is configured */
export function createObjectMover(env: StoreSettings, name: StoreName): ObjectMover {
  if (env.S3_ENDPOINT === undefined) throw new Error('Set S3_ENDPOINT and the other S3 settings first.');
  const root = path.join(env.DATA_DIR, name);
  const bucket = createS3Bucket(env, name);

  async function move(key: string, isNeeded: () => Promise<boolean>): Promise<MoveResult> {
    const file = path.join(root, assertKey(key));
    const { size } = await stat(file);
    const wanted = await hash(createReadStream(file));
    const isOurs = (await bucket.measure(key)) === null;
    if (isOurs) await bucket.put(key, file);
    const isSame = (await hash((await bucket.open(key)).bytes)) === wanted;
    const isKept = await isNeeded();
    // A deletion may have come before the copy.
    if (!isKept || (isOurs && !isSame)) await bucket.remove(key);
    if (isKept && !isSame) return { is: 'differs' };
    await rm(file, { force: true });
    return { is: 'moved', bytes: size };
  }

  return {
    move: (key, isNeeded) =>
      move(key, isNeeded).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return { is: 'absent' };
        throw error;
      }),
    async close() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      const left = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
      if (left.length > 0) return left;
      const folders = entries.map((entry) => path.join(entry.parentPath, entry.name));
      // The deepest first; one that is filled meanwhile stays.
      for (const folder of [root, ...folders].toSorted((one, other) => other.length - one.length))
        await rmdir(folder).catch(() => undefined);
      return left;
    },
  };
}

async function hash(bytes: Readable): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(bytes, sum);
  return sum.digest('hex');
}
