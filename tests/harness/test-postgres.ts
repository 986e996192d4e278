import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres';
import { runMigrations } from '../../server/db/migrate';
import { isProcessAlive } from '../../server/db/process-lock';
import { CLOCK_SEARCH_PATH, CLOCK_SQL, TEMPLATE_DATABASE } from './test-database';

const FOLDER = /^creator-platform-test-(\d+)-/;

/** Unit tests need no crash safety. Tests of crashes start their own server with everything on. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

let stopServer: (() => Promise<void>) | undefined;

/** Starts the only server of a test run and fills the template database. Workers find it by `TEST_POSTGRES_URL`. */
export async function startTestPostgres(): Promise<void> {
  await removeAbandoned();
  const dataDir = await mkdtemp(path.join(tmpdir(), `creator-platform-test-${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir, settings: { ...FAST, search_path: CLOCK_SEARCH_PATH } });
  stopServer = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  // A run that a signal ends has no teardown, and the server must not outlive it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopTestPostgres().finally(() => process.exit(1)));
  }
  const maintenance = new pg.Client(server.url('postgres'));
  await maintenance.connect();
  await maintenance.query(`create database ${TEMPLATE_DATABASE}`);
  await maintenance.end();
  const template = new pg.Client(server.url(TEMPLATE_DATABASE));
  await template.connect();
  await template.query(CLOCK_SQL);
  await template.end();
  await runMigrations(server.url(TEMPLATE_DATABASE));
  process.env.TEST_POSTGRES_URL = server.url('postgres');
}

export async function stopTestPostgres(): Promise<void> {
  const stop = stopServer;
  stopServer = undefined;
  await stop?.();
}

/** Stops servers that killed test runs left behind: a server stops when its last user leaves, so this joins and leaves. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = FOLDER.exec(name)?.[1];
    if (owner === undefined || isProcessAlive(Number(owner))) continue;
    const dataDir = path.join(tmpdir(), name);
    await startEmbeddedPostgres({ dataDir }).then(
      (server) => server.stop(),
      () => undefined,
    );
    await rm(dataDir, { recursive: true, force: true });
  }
}
