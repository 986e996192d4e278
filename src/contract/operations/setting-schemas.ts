import { z } from 'zod';
import { IsoDate } from '../base/common-schemas';
import { CountryCode } from '../base/field-schemas';
import type { SchemasFor } from '../base/define';
import { settingNames } from './setting-forms';
import type { settingRoutes } from './setting-routes';

const Key = z.enum(settingNames);

const Setting = z.object({
  key: Key,
  /** Prices in major units, durations in days. */
  value: z.unknown(),
  defaultValue: z.unknown(),
  /** The last change; null while the default holds. */
  since: IsoDate.nullable(),
  bounds: z.object({
    min: z.number().optional(),
    max: z.number().optional(),
    maxLength: z.number().optional(),
    /** Settings that this one must not exceed, or fall below. */
    atMost: Key.optional(),
    atLeast: Key.optional(),
  }),
});

export const settingSchemas = {
  listSettings: { summary: 'Every setting with its value and bounds', mark: 'assumed', data: z.array(Setting) },
  saveSetting: {
    summary: 'Change one setting',
    mark: 'assumed',
    params: z.object({ key: Key }),
    /** Not `z.json()`, which refers to itself: documents generated from it would, too. The setting's own bounds are checked. */
    body: z.object({
      value: z.union([
        z.string().max(100_000),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.unknown()).max(1_000),
        z.record(z.string(), z.unknown()),
      ]),
    }),
    data: z.array(Setting),
    errors: ['SETTING_REFUSED', 'SETTING_CONFLICT'],
  },
  closeCountries: {
    summary: 'Close the site to exactly these countries',
    mark: 'assumed',
    body: z.object({ countryCodes: z.array(CountryCode).max(300) }),
    data: z.object({ countryCodes: z.array(z.string()) }),
  },
} satisfies SchemasFor<typeof settingRoutes>;
