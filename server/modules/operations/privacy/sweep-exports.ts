import type { Exports } from './exports';

/** After the last attempt began: longer than all its retries. */
const GIVE_UP_MS = 4 * 3600 * 1000;
/** After the request, without any attempt: longer than a job waits in the queue. */
const LOST_MS = 3 * 24 * 3600 * 1000;
const BATCH_SIZE = 1_000;

export async function sweepExports(deps: Exports): Promise<void> {
  const now = deps.clock.now().getTime();
  await deps.repository.expire(new Date(now));
  await deps.repository.giveUp({
    startedBefore: new Date(now - GIVE_UP_MS),
    createdBefore: new Date(now - LOST_MS),
  });
  // Lists files before it reads rows, so that it never deletes a file stored meanwhile.
  await removeOrphans(deps, await deps.store.list());
}

/** Deletes files without a row, such as those of a crashed process. */
async function removeOrphans({ repository, store }: Exports, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const batch = keys.slice(from, from + BATCH_SIZE);
    const needed = new Set(await repository.listNeeded(batch.map(getExportId)));
    await store.remove(batch.filter((key) => !needed.has(getExportId(key))));
  }
}

/** Also handles incomplete files, whose names continue after the first dot. */
const getExportId = (key: string): string => key.split('.')[0] ?? '';
