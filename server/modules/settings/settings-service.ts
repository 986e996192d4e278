import { PublicSettings } from '@contract/settings-schemas';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { createSettingsRepository } from './settings-repository';
import {
  defaults,
  isSettingKey,
  parseSetting,
  type SaleKind,
  type SettingKey,
  type SiteSettings,
} from './site-settings';

export type { SaleKind, SiteSettings } from './site-settings';

/** Milliseconds: how late a change made by another process may be noticed. */
const CACHE_MS = 2_000;

export type SettingsService = ReturnType<typeof createSettingsService>;

/** The operator's settings: what is stored, else the built-in defaults. */
export function createSettingsService({ db, clock, env }: Pick<ServerContext, 'db' | 'clock' | 'env'>) {
  const repository = createSettingsRepository(db);
  let cached: { until: number; value: Promise<SiteSettings> } | undefined;

  async function load(): Promise<SiteSettings> {
    const stored: Partial<Record<SettingKey, unknown>> = {};
    for (const { key, value } of await repository.listRows()) {
      // A row that a newer version would refuse must not stop the site: its default stands in.
      if (isSettingKey(key)) stored[key] = tryParse(key, value);
    }
    return { ...defaults, ...dropUndefined(stored) };
  }

  const service = {
    /** All settings, private ones included. At most 2 s old. Money in dollars, durations in days. */
    read(): Promise<SiteSettings> {
      const now = clock.now().getTime();
      if (cached && now < cached.until) return cached.value;
      const value = load();
      cached = { until: now + CACHE_MS, value };
      // A failed read must not be remembered.
      value.catch(() => (cached = undefined));
      return value;
    },

    /**
     * Changes one setting; this process sees it at once, others within 2 s.
     *
     * @throws ZodError when the value is out of bounds.
     */
    async write<K extends SettingKey>(key: K, value: SiteSettings[K]): Promise<void> {
      await repository.save(key, parseSetting(key, value));
      cached = undefined;
    },

    /** The platform's share of a kind of sale as a fraction; a creator's own commission comes before it. Decisions 2. */
    async readCommission(kind: SaleKind): Promise<number> {
      const { commission, commissions } = await service.read();
      return commissions[kind] ?? commission;
    },

    /** What everybody may read: the contract's list is the filter. False, zero and empty values are sent. Wire contract 6. */
    async readPublic(): Promise<EndpointReply<'getSettings'>> {
      return PublicSettings.parse({ ...(await service.read()), sandboxParts: listSandboxParts(env) });
    },

    /** Public settings by key; private and unknown keys are simply absent. Wire contract 2.19. */
    async readValues(keys: readonly string[]): Promise<EndpointReply<'getSettingValues'>> {
      const all = await service.readPublic();
      return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
    },
  };
  return service;
}

function tryParse(key: SettingKey, value: unknown): unknown {
  try {
    return parseSetting(key, value);
  } catch {
    return undefined;
  }
}

function dropUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Parts that run without their real provider and have to say so on screen. Decisions 5. */
function listSandboxParts(env: ServerContext['env']): string[] {
  return [...(env.SMTP_URL ? [] : ['mail']), 'captcha', 'payment', 'sms', 'social', 'streaming', 'tax'];
}
