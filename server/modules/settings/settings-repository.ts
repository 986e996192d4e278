import type { Db } from '../../db/client';
import { settings } from '../../db/schema/site';
import type { Executor } from '../../db/transaction';

/** Rows of settings that differ from their defaults. */
export function createSettingsRepository(db: Db) {
  return {
    listRows: (tx: Executor = db) => tx.select({ key: settings.key, value: settings.value }).from(settings),

    async save(key: string, value: unknown, tx: Executor = db): Promise<void> {
      await tx
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: new Date() } });
    },
  };
}
