import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
/** Longer than creating a cluster, recovering from a crash or stopping takes on a slow disk. */
const PATIENCE_MS = 120_000;

/** The marks of this process, to distinguish them from those of an earlier process with the same pid. */
const ownMarks = new Set<string>();

/** @returns a text that identifies this process while it lives. Call {@link dropProcessMark} when done */
export function createProcessMark(): string {
  const mark = `${process.pid}-${randomUUID()}`;
  ownMarks.add(mark);
  return mark;
}

export function dropProcessMark(mark: string): void {
  ownMarks.delete(mark);
}

/** Can be wrong if another process has reused the pid, but not if this process has. */
export function isProcessMarkAlive(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return pid === process.pid ? ownMarks.has(mark) : isProcessAlive(pid);
}

/** Also true for processes of other users, which cannot be signaled. */
export function isProcessAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes over the lock of a killed process. @throws Error if another process keeps the lock for two minutes */
export async function withProcessLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mark = createProcessMark();
  try {
    await acquire(file, mark);
    try {
      return await work();
    } finally {
      await rm(file, { force: true });
    }
  } finally {
    dropProcessMark(mark);
  }
}

async function acquire(file: string, mark: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await createExclusively(file, mark))) {
    const holder = await readFile(file, 'utf8').catch(() => null);
    if (holder !== null && !isProcessMarkAlive(holder)) await discardStale(file, holder, mark);
    else if (Date.now() > deadline)
      throw new Error(`Timed out waiting for lock ${file}, held by process ${holder}. If that process hangs, stop it.`);
    else await sleep(POLL_MS);
  }
}

/** Links a finished file, so that no process finds the lock empty, or leaves it so when it is killed. */
async function createExclusively(file: string, mark: string, content = mark): Promise<boolean> {
  const draft = `${file}.${mark}.new`;
  try {
    await writeFile(draft, content);
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a dead process's lock file. Of processes that found the same one, renaming picks a single winner. If it caught a new
 * lock instead, puts that back.
 */
async function discardStale(file: string, holder: string, mark: string): Promise<void> {
  const aside = `${file}.${mark}`;
  await rename(file, aside).catch(() => undefined);
  const caught = await readFile(aside, 'utf8').catch(() => holder);
  if (caught !== holder) await createExclusively(file, mark, caught);
  await rm(aside, { force: true });
}
