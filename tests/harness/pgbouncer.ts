import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { chooseProcessOwner } from '../../server/db/run-unprivileged';
import { findFreePort } from './api-process';
import { findProgram } from './find-program';
import { until } from './socket-client';

export interface PgBouncer {
  /** As the given URL, but through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode with four connections to the database.
 *
 * @param options.connectQuery sets the time limits of each connection; none if empty
 * @throws Error that says what to install
 */
export async function startPgBouncer(
  databaseUrl: string,
  { connectQuery }: { connectQuery: string },
): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-pgbouncer-'));
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const ownPort = await findFreePort();
  const query = connectQuery === '' ? '' : ` connect_query='${connectQuery}'`;
  const ini = `
[databases]
${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${password}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
`;
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, ini);
  const program = await findProgram('findPgBouncer');
  const child = spawn(program, [file], { stdio: 'pipe', ...chooseProcessOwner(undefined) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.port = String(ownPort);
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${output}`);
    const client = new pg.Client(url.href);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await Promise.race([ended, until('PgBouncer accepts connections', isUp)]);
  return {
    url: url.href,
    async stop() {
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
