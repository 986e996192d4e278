import { abilities, extensionCalls } from '@contract/extensions';
import { PublicSettings } from '@contract/site/settings-schemas';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { createTtlCache } from '../../../lib/ttl-cache';
import { describeLoginWays, listLoginSandboxes } from './login-settings';
import { createSettingsRepository } from './settings-repository';
import {
  defaults,
  findConflict,
  isSettingKey,
  parseSetting,
  SiteSettingsSchema,
  type SaleKind,
  type SettingKey,
  type SiteSettings,
} from './site-settings';

export type { SaleKind, SiteSettings } from './site-settings';

/** Milliseconds: how late a change made by another process may be noticed. */
const CACHE_MS = 2_000;

export type SettingsService = ReturnType<typeof createSettingsService>;

/** What this API has beyond the family. */
const extensions = [...extensionCalls, ...abilities];

/** The operator's settings: what is stored, else the built-in defaults. */
export function createSettingsService({
  db,
  clock,
  env,
  gateways,
}: Pick<ServerContext, 'db' | 'clock' | 'env' | 'gateways'>) {
  const repository = createSettingsRepository(db);
  const memory = createTtlCache<SiteSettings>({ ttlMs: CACHE_MS, most: 1, now: () => clock.now().getTime() });

  const { captcha } = gateways;
  const captchaSettings = {
    captchaProvider: captcha.provider,
    googleReCaptchaSiteKey: captcha.siteKey,
    enableGoogleReCaptcha: captcha.provider === 'recaptcha',
  };

  const service = {
    /**
     * All settings, private ones included. At most 2 s old. Money in dollars, durations in days.
     *
     * @param tx the open transaction, when it is read inside one.
     */
    async read(tx?: Tx): Promise<SiteSettings> {
      if (tx) return memory.known('all') ?? withDefaults(await repository.listRows(tx));
      return memory.get('all', () => repository.listRows().then(withDefaults));
    },

    /**
     * Changes one setting; this process sees it at once, others within 2 s.
     *
     * @throws ZodError when the value is out of bounds, Error when it does not go with another setting.
     */
    async write<K extends SettingKey>(key: K, value: SiteSettings[K]): Promise<void> {
      const parsed = parseSetting(key, value);
      const conflict = findConflict({ ...withDefaults(await repository.listRows()), [key]: parsed });
      if (conflict !== undefined) throw new Error(`${key}: ${conflict}`);
      await repository.save(key, parsed);
      memory.forget();
    },

    /** The platform's share of a kind of sale as a fraction; a creator's own commission comes before it. Decisions 2. */
    async readCommission(kind: SaleKind): Promise<number> {
      const { commission, commissions } = await service.read();
      return commissions[kind] ?? commission;
    },

    /**
     * Changes a setting as an operator writes it: JSON, else plain text.
     *
     * @throws Error that says what is wrong with the key or the value.
     */
    async writeText(key: string, text: string): Promise<void> {
      if (!isSettingKey(key)) throw new Error(`There is no setting ${key}.`);
      const schema = SiteSettingsSchema.shape[key];
      const asJson = schema.safeParse(parseText(text));
      // A name may look like a number.
      const asText = schema.safeParse(text);
      const result = asText.success && !asJson.success ? asText : asJson;
      if (!result.success) throw new Error(`${key}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
      await service.write(key, result.data);
    },

    /** What everybody may read: the contract's list is the filter. False, zero and empty values are sent. Wire contract 6. */
    async readPublic(): Promise<EndpointReply<'getSettings'>> {
      const settings = await service.read();
      return PublicSettings.parse({
        ...settings,
        ...captchaSettings,
        ...describeLoginWays(settings, gateways),
        extensions,
        socketTokenInPayload: true,
        couponsForTopUps: false,
        sandboxOutboxUrl: gateways.outbox?.url ?? '',
        sandboxParts: [...listSandboxParts(env), ...listLoginSandboxes(gateways)],
      });
    },

    /** Public settings by key; private and unknown keys are simply absent. Wire contract 2.19. */
    async readValues(keys: readonly string[]): Promise<EndpointReply<'getSettingValues'>> {
      const all = await service.readPublic();
      return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
    },
  };
  return service;
}

function withDefaults(rows: readonly { key: string; value: unknown }[]): SiteSettings {
  const stored: Partial<Record<SettingKey, unknown>> = {};
  for (const { key, value } of rows) {
    // A row that a newer version would refuse must not stop the site: its default stands in.
    if (isSettingKey(key)) stored[key] = tryParse(key, value);
  }
  return { ...defaults, ...dropUndefined(stored) };
}

function tryParse(key: SettingKey, value: unknown): unknown {
  try {
    return parseSetting(key, value);
  } catch {
    return undefined;
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function dropUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Parts that run without their real provider and have to say so on screen. Decisions 5. */
function listSandboxParts(env: ServerContext['env']): string[] {
  return [...(env.SMTP_URL ? [] : ['mail']), 'payment', 'streaming', 'tax'];
}
