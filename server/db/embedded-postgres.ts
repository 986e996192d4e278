import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from './postgres-binaries';
import { createProcessMark, dropProcessMark, isProcessAlive, isProcessMarkAlive, withProcessLock } from './process-lock';
import { chooseProcessOwner, runUnprivileged, type ProcessOwner } from './run-unprivileged';

/** The database made with the cluster; `url()` names it unless told otherwise. */
const APP_DATABASE = 'creator_platform';
const ROLE = 'postgres';
const START_ATTEMPTS = 40;
const RETRY_MS = 500;

/** For a small box; an acknowledged write is on the disk (fsync and synchronous_commit keep their default, on). */
const DEFAULT_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // Refused statements are the API's to log; here they would repeat people's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export type EmbeddedPostgres = {
  /** Connection string of a database in this cluster, by default the application's own. */
  url(database?: string): string;
  /** Leaves the cluster; the last process to leave stops the server. */
  stop(): Promise<void>;
  /** Process id of the PostgreSQL server. */
  pid: number;
};

type Cluster = { home: string; data: string; run: (program: string, args: string[], input?: string) => Promise<string> };

/**
 * Runs PostgreSQL for this process on data in `<dataDir>/postgres`, listening on loopback only.
 *
 * The first call creates the cluster. A process that finds the server running (another process on the same folder, or
 * one left over from a killed process) joins it. After a kill -9 of the server the next start recovers by itself.
 *
 * @param dataDir folder of this installation's data; created when missing.
 * @param port loopback port; a free one by default. Ignored when joining a running server.
 * @param settings further server settings, over those for a small box.
 * @throws Error saying what to install when there is no PostgreSQL, or with the server's own words when it will not start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.dataDir, 'postgres');
  await mkdir(path.join(home, 'users'), { recursive: true });
  const cluster = openCluster(home, await findDataOwner(home));
  const lock = path.join(home, 'lock');
  const user = createProcessMark();

  const server = await withProcessLock(lock, async () => {
    if (!(await exists(path.join(cluster.data, 'PG_VERSION')))) await createCluster(cluster);
    const running = (await findRunningServer(cluster)) ?? (await startServer(cluster, options));
    await writeFile(path.join(home, 'users', user), '');
    return running;
  });
  const password = await readFile(path.join(home, 'password'), 'utf8');

  return {
    pid: server.pid,
    url: (database = APP_DATABASE) => `postgres://${ROLE}:${password}@127.0.0.1:${server.port}/${database}`,
    stop: () =>
      withProcessLock(lock, async () => {
        dropProcessMark(user);
        const isLast = !(await dropDeadUsers(home));
        if (isLast && (await findRunningServer(cluster))) await cluster.run('pg_ctl', ['stop', '-w', '-m', 'fast']);
      }),
  };
}

function openCluster(home: string, owner: ProcessOwner): Cluster & { owner: ProcessOwner } {
  const data = path.join(home, 'data');
  const binaries = findPostgresBinaries();
  const run: Cluster['run'] = async (program, args, input) => {
    const command = path.join(binaries, program);
    const reach = [command, home];
    const { code, output } = await runUnprivileged(command, ['-D', data, ...args], { owner, reach, input });
    if (code !== 0) throw new Error(`${program} ended with code ${code}: ${output.trim()}`);
    return output;
  };
  return { home, data, owner, run };
}
