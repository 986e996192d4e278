import { sql } from 'drizzle-orm';
import { settings as table } from '../../../db/schema/site';
import type { Executor } from '../../../db/transaction';
import { getDefaults, isSettingKey, SiteSettingsSchema, type SiteSettings } from './site-settings';

/**
 * Settings that are not stored have their defaults. Values are read as text, because driver and query builder would each parse
 * them, and turn the site name "2026" into a number.
 */
export async function readStoredSettings(tx: Executor): Promise<SiteSettings> {
  const rows = await tx.select({ key: table.key, json: sql<string>`${table.value}::text` }).from(table);
  const stored = rows.flatMap(({ key, json }) => {
    // A value that only a newer version accepts must not break the site, so the default is used.
    const result = isSettingKey(key) ? SiteSettingsSchema.shape[key].safeParse(JSON.parse(json)) : null;
    return result?.success ? [[key, result.data] as const] : [];
  });
  return { ...getDefaults(), ...Object.fromEntries(stored) };
}
