import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { settings } from '../../../db/schema/site';
import type { Executor } from '../../../db/transaction';

/** Rows of settings that differ from their defaults. */
export function createSettingsRepository(db: Db) {
  return {
    /** Read as text: the driver and the query builder would each parse the value, and make a number of the name "2026". */
    async listRows(tx: Executor = db): Promise<{ key: string; value: unknown }[]> {
      const rows = await tx.select({ key: settings.key, json: sql<string>`${settings.value}::text` }).from(settings);
      return rows.map(({ key, json }) => ({ key, value: JSON.parse(json) as unknown }));
    },

    async save(key: string, value: unknown, tx: Executor = db): Promise<void> {
      await tx
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: new Date() } });
    },
  };
}
