import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inTransaction } from '../../../db/transaction';
import { PARTIAL_PREFIX } from '../../../media/upload-bytes';
import { removeBytes, removeLooseFiles, type FileRemoval } from './remove-files';

/** Longer than any upload or conversion takes. */
const LEFTOVER_MS = 24 * 3600 * 1000;
/** How long an uploaded file waits to be used in a post or message. */
const LOOSE_MS = 24 * 3600 * 1000;
/** After this time, the process that deleted a file has either removed its bytes or died. */
const REMOVED_MS = 10 * 60_000;
const SWEPT_AT_A_TIME = 200;

export async function sweepTmpDir({ tmpDir, clock }: FileRemoval): Promise<void> {
  const names = await readdir(tmpDir).catch(() => []);
  for (const name of names) {
    if (name.startsWith(PARTIAL_PREFIX)) continue;
    const leftover = path.join(tmpDir, name);
    const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < clock.now().getTime() - LEFTOVER_MS) await rm(leftover, { recursive: true, force: true });
  }
}

/** Deletes uploads without a reference, and the bytes of deleted files. Called by a daily job. @returns how many */
export async function sweepLooseFiles(removal: FileRemoval): Promise<number> {
  const before = new Date(removal.clock.now().getTime() - LOOSE_MS);
  let total = 0;
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const { count, last } = await inTransaction(removal.db, async (tx) => {
      const page = await removal.removals.findLoosePage(from, before, tx);
      return { count: await removeLooseFiles(removal, page.ids, tx), last: page.last };
    });
    total += count;
    after = last;
  }
  return total + (await sweepRemovedBytes(removal));
}

async function sweepRemovedBytes(removal: FileRemoval): Promise<number> {
  const before = new Date(removal.clock.now().getTime() - REMOVED_MS);
  for (let total = 0; ;) {
    const count = await inTransaction(removal.db, async (tx) => {
      const ids = await removal.removals.lockRemovals(before, SWEPT_AT_A_TIME, tx);
      await removeBytes(removal, ids, tx);
      return ids.length;
    });
    total += count;
    if (count < SWEPT_AT_A_TIME) return total;
  }
}
