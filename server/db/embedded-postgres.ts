import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSupervisor } from './supervisor';
import { APP_DATABASE, CLUSTER_ROLE, openPostgresCluster, type RunningServer } from './postgres-cluster';
import { createProcessMark, dropProcessMark, isProcessMarkAlive, withProcessLock } from './process-lock';

const WATCH_MS = 1_000;

export type EmbeddedPostgres = {
  /** Connection string of a database on this server; by default the application's. */
  url(database?: string): string;
  /** Close all connections first. The server stops when the last process that uses it has called this. */
  stop(): Promise<void>;
  readonly pid: number;
};

/**
 * Runs PostgreSQL in `<dataDir>/postgres`, on loopback only, with a password. Processes with the same folder share one server.
 * All of them monitor it, and the first to see it die restarts it on the same port. Promises R-9.
 *
 * @param options.port default: the last port or, if that is in use, a free one. `port` and `settings` are ignored if the server
 * runs
 * @param options.onTrouble called once when the server dies, and once for each reason that prevents a restart
 * @throws Error that says what to install if PostgreSQL is missing, or why the server did not start
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
    // If other processes still use a server that has just died, keep its port: they connect to that.
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
    async stop() {
      isLeaving = true;
      const stopped = stopWatching();
      await withProcessLock(lock, async () => {
        dropProcessMark(user);
        const isLast = (await keepLiveUsers(users)) === 0;
        if (isLast && (await cluster.findRunning())) await cluster.stop();
      });
      await stopped;
    },
  };
}

/** Skips a run while the previous one is unfinished. @returns stops the timer, and waits for the run in progress */
function repeatedly(ms: number, work: () => Promise<void>, onError?: (error: unknown) => void): () => Promise<void> {
  let run: Promise<void> | undefined;
  const timer = setInterval(() => {
    run ??= work()
      .catch((error: unknown) => onError?.(error))
      .finally(() => (run = undefined));
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await run;
  };
}

async function keepLiveUsers(folder: string): Promise<number> {
  const marks = await readdir(folder);
  const gone = marks.filter((mark) => !isProcessMarkAlive(mark));
  await Promise.all(gone.map((mark) => rm(path.join(folder, mark), { force: true })));
  return marks.length - gone.length;
}
