import { z } from 'zod';
import { getMaxAmount } from '@contract/base/money';
import { settingForms, settingNames, type SettingName } from '@contract/operations/setting-forms';
import type { EndpointReply } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { settings as table } from '../../../db/schema/site';
import { readStoredSettings } from './settings-repository';
import { getDefaults, settingPairs, SiteSettingsSchema } from './site-settings';

type Bounds = EndpointReply<'listSettings'>[number]['bounds'];

/** All settings with their bounds, past the cache. */
export async function describeSettings(db: Db): Promise<EndpointReply<'listSettings'>> {
  const [values, rows] = await Promise.all([
    readStoredSettings(db),
    db.select({ key: table.key, updatedAt: table.updatedAt }).from(table),
  ]);
  const defaults = getDefaults();
  const since = new Map(rows.map(({ key, updatedAt }) => [key, updatedAt.toISOString()]));
  return settingNames.map((key) => ({
    key,
    value: values[key],
    defaultValue: defaults[key],
    since: since.get(key) ?? null,
    bounds: getBounds(key),
  }));
}

const JsonBounds = z.looseObject({
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
});

function getBounds(key: SettingName): Bounds {
  const schema = z.toJSONSchema(SiteSettingsSchema.shape[key], { io: 'input', unrepresentable: 'any' });
  const { minimum, exclusiveMinimum, maximum, maxLength } = JsonBounds.parse(schema);
  const isPrice = settingForms[key].kind === 'price';
  return {
    min: minimum ?? exclusiveMinimum,
    max: isPrice ? getMaxAmount() : maximum,
    maxLength,
    atMost: settingPairs.find(([min]) => min === key)?.[1],
    atLeast: settingPairs.find(([, max]) => max === key)?.[0],
  };
}
