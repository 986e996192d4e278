import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { hasCode } from '../lib/error';
import { openDatabase, withConnection, type Db } from './client';

/** The folder next to this file in the source tree, or the one below the working directory of a bundled server. */
export function migrationsFolder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
  return existsSync(beside) ? beside : path.resolve('server/db/migrations');
}

/** While a migration waits for a table, everybody else who uses the table waits behind it. */
const LOCK_MS = 3_000;
const LOCK_TRIES = 20;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs in only one process at a time. @throws Error for a database from before the baseline, whose migrations no longer exist
 */
export function runMigrations(url: string, folder = migrationsFolder()): Promise<void> {
  return withAdvisoryLock(url, () =>
    withConnection(url, async ({ db }) => {
      await assertFromBaseline(db);
      await db.execute(sql.raw(`set lock_timeout = ${LOCK_MS}`));
      for (let tries = 1; ; tries += 1) {
        try {
          return await migrate(db, { migrationsFolder: folder });
        } catch (error) {
          if (tries === LOCK_TRIES || !(error instanceof Error) || !hasCode(error.cause, LOCK_NOT_AVAILABLE))
            throw error;
        }
      }
    }),
  );
}

/** When the newest migration of the database was written, in milliseconds since 1970; null if it has none. */
export async function readNewestMigration(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  const newest = rows[0]?.newest ?? null;
  return newest === null ? null : Number(newest);
}

/** When the newest migration of this version was written, in milliseconds since 1970. */
export async function readNewestKnownMigration(): Promise<number> {
  const text = await readFile(path.join(migrationsFolder(), 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}

/** Timestamp of the newest migration that the baseline includes. */
const BASELINE_MS = 1_795_343_310_386;

async function assertFromBaseline(db: Db): Promise<void> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!rows[0]?.exists) return;
  const newest = await readNewestMigration(db);
  if (newest === null || newest >= BASELINE_MS) return;
  throw new Error('This database is older than the first release. Start the previous version once, which migrates it.');
}

const TURN_LOCK = 727_001;

/** Runs `work` in one process at a time, so that processes started together on one database do not change its schema twice. */
export async function withAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = openDatabase(url, { max: 1 });
  const lock = await client.pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [TURN_LOCK]);
    return await work();
  } finally {
    // Ending the session releases the lock.
    lock.release(true);
    await client.close();
  }
}
