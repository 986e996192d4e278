import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What is being made right now, by path, so that two callers share one piece of work. */
const underway = new Map<string, Promise<void>>();

/** A name for a file made from these texts: the same texts, the same name. */
export const fingerprint = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\u0000')).digest('hex').slice(0, 32);

/**
 * Gives the path of a file in the cache, making it first when it is not there.
 * The file appears whole or not at all: it is made beside its place and moved.
 *
 * @param make writes the file to the path it is given.
 */
export async function fromCache(
  folder: string,
  name: string,
  make: (target: string) => Promise<void>,
): Promise<string> {
  const file = path.join(folder, name);
  const running = underway.get(file);
  if (running) {
    await running;
    return file;
  }
  const work = (async () => {
    if (await exists(file)) return;
    await mkdir(folder, { recursive: true });
    const draft = path.join(folder, `${randomBytes(6).toString('hex')}.part`);
    try {
      await make(draft);
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  })();
  underway.set(file, work);
  try {
    await work;
  } finally {
    underway.delete(file);
  }
  return file;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
