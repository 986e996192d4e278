import type { Exports } from './exports';

/** Since the last try began: by then no process works on it any more, retries included. */
const GIVE_UP_MS = 4 * 3600 * 1000;
/** Since the request, without a try: no job waits that long in the queue. */
const LOST_MS = 3 * 24 * 3600 * 1000;
/** Files checked with one query. */
const BATCH_SIZE = 1_000;

/** Deletes expired archives, gives up those that no process works on, and deletes the files of both. */
export async function sweepExports(deps: Exports): Promise<void> {
  const now = deps.clock.now().getTime();
  await deps.repository.expire(new Date(now));
  await deps.repository.giveUp({
    startedBefore: new Date(now - GIVE_UP_MS),
    createdBefore: new Date(now - LOST_MS),
  });
  // Listed before the rows are read, so that a file stored meanwhile is not among them.
  await removeOrphans(deps, await deps.store.list());
}

/** Deletes files without a row, such as those of a process that died. */
async function removeOrphans({ repository, store }: Exports, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const batch = keys.slice(from, from + BATCH_SIZE);
    const needed = new Set(await repository.listNeeded(batch.map(getExportId)));
    await store.remove(batch.filter((key) => !needed.has(getExportId(key))));
  }
}

/** Works for incomplete files too, whose names continue after the first dot. */
const getExportId = (key: string): string => key.split('.')[0] ?? '';
