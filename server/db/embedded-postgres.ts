import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { APP_DATABASE, CLUSTER_ROLE, openPostgresCluster } from './postgres-cluster';
import { createProcessMark, dropProcessMark, isProcessMarkAlive, withProcessLock } from './process-lock';

/** A PostgreSQL server that this process may use until it calls `stop`. */
export type EmbeddedPostgres = {
  /** Connection string of a database in the cluster, by default the application's own (made with the cluster). */
  url(database?: string): string;
  /** Leaves the server; the last process to leave stops it. Connections must be closed by then. */
  stop(): Promise<void>;
  /** Process id of the PostgreSQL server. */
  pid: number;
};

/**
 * Runs real PostgreSQL on data in `<dataDir>/postgres`, reachable on loopback only, by password.
 *
 * The first call creates the cluster. A process that finds the server running (started by another process on the same
 * folder, or left over from one that was killed) joins it. After a kill -9 of the server the next start recovers.
 *
 * @param options.dataDir folder of this installation's data; created when missing.
 * @param options.port loopback port, a free one by default; ignored when joining.
 * @param options.settings server settings over those for a small box; ignored when joining.
 * @throws Error that says what to install when there is no PostgreSQL, or why the server would not start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.dataDir, 'postgres');
  const users = path.join(home, 'users');
  const lock = path.join(home, 'lock');
  await mkdir(users, { recursive: true });
  const cluster = await openPostgresCluster(home);
  const user = createProcessMark();

  const server = await withProcessLock(lock, async () => {
    await cluster.create();
    const running = (await cluster.findRunning()) ?? (await cluster.start(options));
    await writeFile(path.join(users, user), '');
    return running;
  });
  const login = `${CLUSTER_ROLE}:${await cluster.readPassword()}`;

  return {
    pid: server.pid,
    url: (database = APP_DATABASE) => `postgres://${login}@127.0.0.1:${server.port}/${database}`,
    stop: () =>
      withProcessLock(lock, async () => {
        dropProcessMark(user);
        const isLast = (await keepLiveUsers(users)) === 0;
        if (isLast && (await cluster.findRunning())) await cluster.stop();
      }),
  };
}

/** Removes the marks of processes that have left or died, and counts the others. */
async function keepLiveUsers(folder: string): Promise<number> {
  const marks = await readdir(folder);
  const gone = marks.filter((mark) => !isProcessMarkAlive(mark));
  await Promise.all(gone.map((mark) => rm(path.join(folder, mark), { force: true })));
  return marks.length - gone.length;
}
