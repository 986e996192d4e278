import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSupervisor } from './supervisor';
import { APP_DATABASE, CLUSTER_ROLE, openPostgresCluster, type RunningServer } from './postgres-cluster';
import { createProcessMark, dropProcessMark, isProcessMarkAlive, withProcessLock } from './process-lock';

/** Milliseconds between two looks at whether the server still answers. */
const WATCH_MS = 1_000;

/** A PostgreSQL server that this process may use until it calls `stop`. */
export type EmbeddedPostgres = {
  /** Connection string of a database in the cluster, by default the application's own (made with the cluster). */
  url(database?: string): string;
  /** Leaves the server; the last process to leave stops it. Connections must be closed by then. */
  stop(): Promise<void>;
  /** Process id of the PostgreSQL server; another one after it was revived. */
  readonly pid: number;
};

/**
 * Runs real PostgreSQL on data in `<dataDir>/postgres`, reachable on loopback only, by password.
 *
 * The first call creates the cluster. A process that finds the server running (started by another process on the same
 * folder, or left over from one that was killed) joins it. Every process that uses the server watches it: when it dies,
 * the first to see it starts it again on the same port, so that all of them go on. Promises R-9.
 *
 * @param options.dataDir folder of this installation's data; created when missing.
 * @param options.port loopback port, by default the last one or, when that is taken, a free one; ignored when joining.
 * @param options.settings server settings over those for a small box; ignored when joining.
 * @param options.onTrouble hears that the server died, and why it cannot be started again when it cannot; `onBack` that it
 * is there again. Each is told once.
 * @throws Error that says what to install when there is no PostgreSQL, or why the server would not start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
  onTrouble?(error: unknown): void;
  onBack?(): void;
}): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.dataDir, 'postgres');
  const users = path.join(home, 'users');
  const lock = path.join(home, 'lock');
  await mkdir(users, { recursive: true });
  const cluster = await openPostgresCluster(home);
  const user = createProcessMark();

  let server = await withProcessLock(lock, async () => {
    await cluster.create();
    // Others may hold the address of a server that has just died.
    const keepsPort = (await keepLiveUsers(users)) > 0;
    const running = (await cluster.findRunning()) ?? (await cluster.start({ ...options, keepsPort }));
    await writeFile(path.join(users, user), '');
    return running;
  });
  let isLeaving = false;
  const revive = (): Promise<RunningServer> =>
    withProcessLock(lock, async () => {
      if (isLeaving) return server;
      return (await cluster.findRunning()) ?? (await cluster.start({ ...options, port: server.port }));
    });
  const keepUp = createSupervisor({
    isUp: () => cluster.answers(server),
    revive: async () => void (server = await revive()),
    onTrouble: (error) => options.onTrouble?.(error),
    onBack: () => options.onBack?.(),
    now: () => performance.now(),
  });
  const stopWatching = repeatedly(WATCH_MS, keepUp, options.onTrouble);
  const login = `${CLUSTER_ROLE}:${await cluster.readPassword()}`;

  return {
    get pid() {
      return server.pid;
    },
    url: (database = APP_DATABASE) => `postgres://${login}@127.0.0.1:${server.port}/${database}`,
    stop() {
      isLeaving = true;
      stopWatching();
      return withProcessLock(lock, async () => {
        dropProcessMark(user);
        const isLast = (await keepLiveUsers(users)) === 0;
        if (isLast && (await cluster.findRunning())) await cluster.stop();
      });
    },
  };
}

/** Does `work` again and again, one at a time, whether it fails or not. @returns how to stop. */
function repeatedly(ms: number, work: () => Promise<void>, onError?: (error: unknown) => void): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch((error: unknown) => onError?.(error))
      .finally(() => {
        isBusy = false;
      });
  }, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes the marks of processes that have left or died, and counts the others. */
async function keepLiveUsers(folder: string): Promise<number> {
  const marks = await readdir(folder);
  const gone = marks.filter((mark) => !isProcessMarkAlive(mark));
  await Promise.all(gone.map((mark) => rm(path.join(folder, mark), { force: true })));
  return marks.length - gone.length;
}
