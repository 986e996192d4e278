import type { Exports } from './exports';

/** Time since the last attempt began after which an export is given up; longer than all retries take. */
const GIVE_UP_MS = 4 * 3600 * 1000;
/** Time since a request without any attempt; longer than a job waits in the queue. */
const LOST_MS = 3 * 24 * 3600 * 1000;
const BATCH_SIZE = 1_000;

export async function sweepExports(deps: Exports): Promise<void> {
  const now = deps.clock.now().getTime();
  await deps.repository.expire(new Date(now));
  await deps.repository.giveUp({
    startedBefore: new Date(now - GIVE_UP_MS),
    createdBefore: new Date(now - LOST_MS),
  });
  // Lists files before reading rows, so that a file stored meanwhile is not deleted.
  await removeOrphans(deps, await deps.store.list());
}

/** Deletes files without a row, which a crashed process may leave. */
async function removeOrphans({ repository, store }: Exports, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const batch = keys.slice(from, from + BATCH_SIZE);
    const needed = new Set(await repository.listNeeded(batch.map(getExportId)));
    await store.remove(batch.filter((key) => !needed.has(getExportId(key))));
  }
}

/** Also for incomplete files, whose names have more after the first dot. */
const getExportId = (key: string): string => key.split('.')[0] ?? '';
