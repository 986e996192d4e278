import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { openDatabase } from './client';

/** The folder lies beside this file in the source tree, and under the working directory of a bundled server. */
function migrationsFolder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
  return existsSync(beside) ? beside : path.resolve('server/db/migrations');
}

/**
 * Brings a database to the newest schema. Safe to run from several processes at once: one works, the others wait.
 *
 * @param url `postgres://…` of an existing database.
 */
export async function runMigrations(url: string): Promise<void> {
  const client = openDatabase(url, { max: 2 });
  const lock = await client.pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(client.db, { migrationsFolder: migrationsFolder() });
  } finally {
    // Ending the session gives the lock back even when the unlock itself would fail.
    lock.release(true);
    await client.close();
  }
}

/** Any number that nothing else in this database locks by. */
const MIGRATION_LOCK = 727_001;
