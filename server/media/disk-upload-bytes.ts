import { copyFile, link, mkdir, open, readdir, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PARTIAL_PREFIX, type UploadBytes } from './upload-bytes';

/** The offset is the size of the file, so that nothing else has to be stored with each chunk. */
export function createDiskUploadBytes(tmpDir: string, now: () => Date): UploadBytes {
  const getPath = (id: string) => path.join(tmpDir, `${PARTIAL_PREFIX}${id}`);
  return {
    async create(id) {
      await mkdir(tmpDir, { recursive: true });
      await writeFile(getPath(id), '', { mode: 0o600 });
    },
    measure: async (id) => (await stat(getPath(id)).catch(() => undefined))?.size ?? null,
    async append(id, offset, source, head) {
      const target = await open(getPath(id), 'r+');
      let end = offset;
      try {
        for await (const chunk of source) {
          await writeAt(target, chunk, end);
          const isEnough = head && end < head.bytes && end + chunk.length >= head.bytes;
          end += chunk.length;
          if (isEnough) await head.check(getPath(id));
        }
      } finally {
        await target.close();
      }
      return end;
    },
    withLocal: (id, work) => withLink({ tmpDir, now }, getPath(id), work),
    remove: (id) => rm(getPath(id), { force: true }),
    async list() {
      const names = await readdir(tmpDir).catch(() => []);
      return names.filter((name) => name.startsWith(PARTIAL_PREFIX)).map((name) => name.slice(PARTIAL_PREFIX.length));
    },
  };
}

/** Runs `work` with a second link to a file, because storing may move it; the original remains until the file is stored. */
export async function withLink<T>(
  { tmpDir, now }: { tmpDir: string; now: () => Date },
  source: string,
  work: (localPath: string) => Promise<T>,
): Promise<T> {
  const linked = path.join(tmpDir, randomBytes(12).toString('hex'));
  await mkdir(tmpDir, { recursive: true });
  try {
    // Some file systems have no hard links.
    await link(source, linked).catch(() => copyFile(source, linked));
    // Otherwise the clean-up would see the time of the last chunk, and delete the link as abandoned.
    await utimes(linked, now(), now());
    return await work(linked);
  } finally {
    await rm(linked, { force: true });
  }
}

/** Repeats the write, because one system call may write fewer bytes. */
async function writeAt(target: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await target.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
