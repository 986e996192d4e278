import { randomBytes } from 'node:crypto';
import { chmod, constants, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { assertKey, isKey, type ByteRange, type MediaStore } from './media-store';

/**
 * Stores objects as files below `root`, readable only by this user.
 *
 * @param root absolute path; created with the first object
 */
export function createDiskStore(root: string): MediaStore {
  const locate = (key: string) => path.join(root, assertKey(key));
  async function place(key: string, fill: (partPath: string) => Promise<void>): Promise<void> {
    const target = locate(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const part = `${target}.part-${randomBytes(6).toString('hex')}`;
    try {
      await fill(part);
      await flush(part);
      await rename(part, target);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }
  const streamOptions = { highWaterMark: 64 * 1024 };
  return {
    put: (key: string, localPath: string): Promise<void> => place(key, (part) => move(localPath, part)),
    copy: (key: string, localPath: string): Promise<void> =>
      place(key, async (part) => {
        await copyFile(localPath, part, constants.COPYFILE_FICLONE);
        await chmod(part, 0o600);
      }),
    write: (key: string, data: Uint8Array): Promise<void> =>
      place(key, (part) => writeFile(part, data, { mode: 0o600 })),
    async open(key: string, range?: ByteRange): Promise<Readable> {
      const handle = await open(locate(key));
      return handle.createReadStream({ ...range, ...streamOptions });
    },
    async openWhole(key: string): Promise<{ size: number; bytes: Readable }> {
      const handle = await open(locate(key));
      const { size } = await handle.stat();
      return { size, bytes: handle.createReadStream(streamOptions) };
    },
    async list(): Promise<string[]> {
      const entries = await readdir(root).catch(() => []);
      return entries.filter(isKey);
    },
    withLocal: <T>(key: string, work: (localPath: string) => Promise<T>): Promise<T> => work(locate(key)),
    async remove(keys: readonly string[]): Promise<void> {
      await Promise.all(keys.map((key) => rm(locate(key), { force: true })));
    },
    removeAll: (prefix: string): Promise<void> => rm(locate(prefix), { recursive: true, force: true }),
    sign: async () => null,
  };
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // EXDEV: the store is on another file system.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
