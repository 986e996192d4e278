import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Migrated once per test run. Every test database is a copy. */
export const TEMPLATE_DATABASE = 'template_app';

/** Session setting: the interval by which the database's `now()` is ahead of the machine's clock. */
const CLOCK_SETTING = 'test.clock_shift';

/** Replaces PostgreSQL's `now()` by {@link CLOCK_SEARCH_PATH}, also in column defaults of later migrations. */
export const CLOCK_SQL = `
  create schema test_clock;
  create function test_clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + coalesce(nullif(current_setting('${CLOCK_SETTING}', true), ''), '0')::interval $$;
`;
export const CLOCK_SEARCH_PATH = 'public, test_clock, pg_catalog';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database with the newest schema. @returns `drop` cuts connections that are still open */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(TEMPLATE_DATABASE);

export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase('template1');
  await runOn(database.url, CLOCK_SQL);
  return database;
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Without fsync, copying files is quicker than writing each page to the log.
  await runOnServer(`create database ${name} template ${template} strategy file_copy`);
  await runOnServer(
    `alter database ${name} set ${CLOCK_SETTING} = '${typeof testClock === 'undefined' ? 0 : Math.round(testClock.shiftMs())} ms'`,
  );
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(`drop database if exists ${name} with (force)`) };
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: this helper is for tests of the project "server".');
  return url;
}

const runOnServer = (statement: string): Promise<void> => runOn(serverUrl(), statement);

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
