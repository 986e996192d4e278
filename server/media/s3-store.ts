import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertKey, isKey, type MediaStore } from './media-store';
import type { S3Bucket } from './s3-bucket';

/** @param tmpDir holds the objects that work is done on */
export function createS3Store(bucket: S3Bucket, tmpDir: string): MediaStore {
  const copy: MediaStore['copy'] = (key, localPath) => bucket.put(assertKey(key), localPath);
  const open: MediaStore['openWhole'] = (key) => bucket.open(assertKey(key));
  return {
    copy,
    async put(key, localPath) {
      await copy(key, localPath);
      await rm(localPath, { force: true });
    },
    write: (key, data) => bucket.write(assertKey(key), data),
    open: async (key, range) => (await bucket.open(assertKey(key), range)).bytes,
    openWhole: open,
    async list() {
      const keys: string[] = [];
      for await (const { key } of bucket.list('', '/')) if (isKey(key)) keys.push(key);
      return keys;
    },
    withLocal: (key, work) => withDownload(tmpDir, async () => (await open(key)).bytes, work),
    async remove(keys) {
      await Promise.all(keys.map((key) => bucket.remove(assertKey(key))));
    },
    async removeAll(prefix) {
      await bucket.removeAll(`${assertKey(prefix)}/`);
      await bucket.remove(prefix);
    },
    sign: (key, options) => bucket.sign(assertKey(key), options),
  };
}

/** Writes what `open` returns to a file that exists while `work` runs. */
export async function withDownload<T>(
  tmpDir: string,
  open: () => Promise<Readable>,
  work: (localPath: string) => Promise<T>,
): Promise<T> {
  await mkdir(tmpDir, { recursive: true });
  const localPath = path.join(tmpDir, `object-${randomBytes(12).toString('hex')}`);
  try {
    await pipeline(await open(), createWriteStream(localPath, { mode: 0o600 }));
    return await work(localPath);
  } finally {
    await rm(localPath, { force: true });
  }
}
