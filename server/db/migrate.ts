import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { openDatabase } from './client';
import { withAdvisoryLock } from './advisory-lock';

/** The folder lies beside this file in the source tree, and under the working directory of a bundled server. */
export function migrationsFolder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
  return existsSync(beside) ? beside : path.resolve('server/db/migrations');
}

/**
 * Brings a database to the newest schema. Safe to run from several processes at once: one works, the others wait.
 *
 * @param url `postgres://…` of an existing database.
 * @param folder where the migrations are; another one for tests of a single step.
 */
export function runMigrations(url: string, folder = migrationsFolder()): Promise<void> {
  return withAdvisoryLock(url, async () => {
    const client = openDatabase(url, { max: 1 });
    try {
      await migrate(client.db, { migrationsFolder: folder });
    } finally {
      await client.close();
    }
  });
}
