import { AppError } from '../../../errors';
import type { Executor } from '../../../db/transaction';
import { settings as table } from '../../../db/schema/site';
import { readStoredSettings } from './settings-repository';
import { findConflict, isSettingKey, SiteSettingsSchema, type SettingKey, type SiteSettings } from './site-settings';

/** @throws ZodError if the value is out of bounds, AppError SETTING_CONFLICT. */
export async function writeSetting<K extends SettingKey>(db: Executor, key: K, value: SiteSettings[K]): Promise<void> {
  const parsed: unknown = SiteSettingsSchema.shape[key].parse(value);
  const conflict = findConflict({ ...(await readStoredSettings(db)), [key]: parsed });
  if (conflict !== undefined) throw new AppError('SETTING_CONFLICT', { message: `${key}: ${conflict}` });
  await db
    .insert(table)
    .values({ key, value: parsed })
    .onConflictDoUpdate({ target: table.key, set: { value: parsed, updatedAt: new Date() } });
}

/** Parses the text as JSON, else takes it as plain text. @throws AppError SETTING_REFUSED, SETTING_CONFLICT, with the key */
export async function writeSettingText(db: Executor, key: string, text: string): Promise<void> {
  if (!isSettingKey(key)) throw new AppError('SETTING_REFUSED', { message: `There is no setting ${key}.` });
  const schema = SiteSettingsSchema.shape[key];
  const asJson = schema.safeParse(parseText(text));
  // A name may look like a number.
  const asText = schema.safeParse(text);
  const result = asText.success && !asJson.success ? asText : asJson;
  if (!result.success) {
    const reasons = result.error.issues.map((issue) => issue.message).join('; ');
    throw new AppError('SETTING_REFUSED', { message: `${key}: ${reasons}` });
  }
  await writeSetting(db, key, result.data);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
