import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from './postgres-binaries';
import { isProcessAlive } from './process-lock';
import { chooseProcessOwner, runUnprivileged } from './run-unprivileged';

export const APP_DATABASE = 'creator_platform';
export const CLUSTER_ROLE = 'postgres';

/** After kill -9, the server's child processes need a moment to exit; until then a new server cannot start. */
const START_ATTEMPTS = 40;
const RETRY_MS = 250;
const CONNECT_MS = 2_000;
const PASSING_TROUBLE = /shared memory block|could not bind|Address already in use|lock file "postmaster.pid"/;

/** Tuned for small machines. fsync and synchronous_commit stay on, which is the default: an acknowledged write is on disk. */
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
  log_timezone: 'UTC',
  default_text_search_config: 'pg_catalog.english',
  // Logs no failed statements, which contain personal data; the API reports the errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export type RunningServer = { pid: number; port: number };

interface StartOptions {
  port?: number;
  keepsPort?: boolean;
  settings?: Record<string, string>;
}

/** One data folder with its server. Callers must not use these methods concurrently. */
export type PostgresCluster = {
  /** Creates the data folder and the application's database if missing, also after an aborted creation. */
  create(): Promise<void>;
  findRunning(): Promise<RunningServer | undefined>;
  /** True for a frozen or overloaded server too. */
  answers(server: RunningServer): Promise<boolean>;
  /**
   * Starts on `port`; otherwise on the last port, for which it waits if `keepsPort`; otherwise on a free one. @throws Error
   * with the server's log
   */
  start(options: StartOptions): Promise<RunningServer>;
  stop(): Promise<void>;
  readPassword(): Promise<string>;
};

/** @param home must exist. @throws Error that says what to install if there is no PostgreSQL */
export async function openPostgresCluster(home: string): Promise<PostgresCluster> {
  const data = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  const configFile = path.join(data, 'postgresql.conf');
  const logFile = path.join(data, 'server.log');
  const binaries = findPostgresBinaries();
  const owner = chooseProcessOwner(await stat(data).catch(() => undefined));

  async function run(program: string, args: string[], input?: string): Promise<void> {
    const command = path.join(binaries, program);
    const { code, output } = await runUnprivileged(command, args, { owner, reach: [command, home], input });
    if (code !== 0) throw new Error(`${program} ended with code ${code}: ${output.trim()}`);
  }

  async function create(): Promise<void> {
    if (await stat(data).catch(() => undefined)) return;
    const draft = path.join(home, 'data.new');
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (owner) await Promise.all([draft, passwordFile].map((file) => chown(file, owner.uid, owner.gid)));
    const login = [`--username=${CLUSTER_ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    await run('initdb', ['-D', draft, ...login, ...text]);
    await run('postgres', ['--single', '-D', draft, 'postgres'], `CREATE DATABASE ${APP_DATABASE};\n`);
    await rename(draft, data);
  }

  async function findRunning(): Promise<RunningServer | undefined> {
    const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return isProcessAlive(pid) && lines[7]?.trim() === 'ready' && (await canConnect(port)) ? { pid, port } : undefined;
  }

  const answers = async ({ pid, port }: RunningServer): Promise<boolean> =>
    isProcessAlive(pid) && (await canConnect(port));

  async function choosePort({ port, keepsPort }: StartOptions): Promise<number> {
    if (port !== undefined) return port;
    const last = Number(/^port = '(\d+)'$/m.exec(await readFile(configFile, 'utf8').catch(() => ''))?.[1]);
    return last > 0 && (keepsPort || (await isFree(last))) ? last : findFreePort();
  }

  async function start(options: StartOptions): Promise<RunningServer> {
    for (let attempt = 1; ; attempt += 1) {
      const port = await choosePort(options);
      const all = { ...DEFAULT_SETTINGS, ...options.settings, port: String(port) };
      const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
      await writeFile(configFile, `# Written at every start.\n${lines.join('')}`);
      const trouble = await run('pg_ctl', ['start', '-w', '-t', '300', '-s', '-D', data, '-l', logFile]).catch(String);
      const running = await findRunning();
      if (running) return running;
      const log = (await readFile(logFile, 'utf8').catch(() => '')).slice(-2000);
      if (attempt >= START_ATTEMPTS || !PASSING_TROUBLE.test(log)) {
        throw new Error(`PostgreSQL did not start on ${data}: ${trouble ?? 'it is not reachable'}\n${log}`);
      }
      await sleep(RETRY_MS);
    }
  }

  const stop = (): Promise<void> => run('pg_ctl', ['stop', '-w', '-s', '-m', 'fast', '-D', data]);

  return { create, findRunning, answers, start, stop, readPassword: () => readFile(passwordFile, 'utf8') };
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const finish = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    // A timeout counts as a response: a frozen server stops accepting connections when its backlog is full.
    socket.setTimeout(CONNECT_MS, finish(true));
    socket.once('connect', finish(true)).once('error', finish(false));
  });
}

const isFree = (port: number): Promise<boolean> =>
  findFreePort(port).then(
    () => true,
    () => false,
  );

function findFreePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
