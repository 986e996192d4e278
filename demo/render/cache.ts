import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Files in progress by path, so that concurrent callers share the work. */
const underway = new Map<string, Promise<void>>();

export const fingerprint = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\u0000')).digest('hex').slice(0, 32);

/**
 * Creates the file if it is missing: writes it elsewhere and moves it into place, so that nobody sees it incomplete.
 *
 * @param make writes the file to the given path
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
