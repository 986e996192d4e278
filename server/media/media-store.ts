import { randomBytes } from 'node:crypto';
import { chmod, constants, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes of files are kept. Objects appear whole or not at all, and never change under the same key while in use. */
export type MediaStore = ReturnType<typeof createDiskStore>;

/**
 * Keeps objects as files below `root`, readable by this user only.
 *
 * @param root absolute path; made when the first object comes.
 */
export function createDiskStore(root: string) {
  const isKey = (key: string) => /^[0-9a-z]+(?:[/.-][0-9a-z]+)*$/.test(key);
  const locate = (key: string) => {
    // Keys are made by us; this is the second lock on the door out of the folder.
    if (!isKey(key)) throw new Error(`not a storage key: ${key}`);
    return path.join(root, key);
  };
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
    /** Moves a local file in. */
    put: (key: string, localPath: string): Promise<void> => place(key, (part) => move(localPath, part)),
    /** The same, leaving the local file where it is. */
    copy: (key: string, localPath: string): Promise<void> =>
      place(key, async (part) => {
        await copyFile(localPath, part, constants.COPYFILE_FICLONE);
        await chmod(part, 0o600);
      }),
    write: (key: string, data: Uint8Array): Promise<void> =>
      place(key, (part) => writeFile(part, data, { mode: 0o600 })),
    /** @throws Error ENOENT when there is no such object; nothing has been sent to anybody then. */
    async open(key: string, range?: ByteRange): Promise<Readable> {
      const handle = await open(locate(key));
      return handle.createReadStream({ ...range, ...streamOptions });
    },
    /** All of it, and how long that is, also when it is replaced meanwhile. @throws as `open` */
    async openWhole(key: string): Promise<{ size: number; bytes: Readable }> {
      const handle = await open(locate(key));
      const { size } = await handle.stat();
      return { size, bytes: handle.createReadStream(streamOptions) };
    },
    /** Keys of all objects that have no slash in theirs, also of what a cut-off write left. */
    async list(): Promise<string[]> {
      const entries = await readdir(root).catch(() => []);
      return entries.filter(isKey);
    },
    /** Lends the object as a local file for the time of `work`. */
    withLocal: <T>(key: string, work: (localPath: string) => Promise<T>): Promise<T> => work(locate(key)),
    async remove(keys: readonly string[]): Promise<void> {
      await Promise.all(keys.map((key) => rm(locate(key), { force: true })));
    },
    /** Removes all objects whose keys begin with `prefix` and a slash, also what a cut-off write left there. */
    removeAll: (prefix: string): Promise<void> => rm(locate(prefix), { recursive: true, force: true }),
  };
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Another file system: copy, then drop the first.
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
