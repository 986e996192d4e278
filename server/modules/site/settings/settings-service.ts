import type { EarningTerms } from '@contract/identity/people-schemas';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { createTtlCache } from '../../../lib/ttl-cache';
import { presentPublicSettings } from './public-settings';
import { readStoredSettings } from './settings-repository';
import type { SettingKey, SiteSettings } from './site-settings';
import { writeSetting, writeSettingText } from './write-setting';

export type { SiteSettings } from './site-settings';

/** Milliseconds until a change by another process is noticed, at most. */
const CACHE_MS = 2_000;

export type SettingsService = ReturnType<typeof createSettingsService>;

/** The operator's settings: the stored ones, else the built-in defaults. */
export function createSettingsService({
  db,
  clock,
  env,
  events,
  gateways,
}: Pick<ServerContext, 'db' | 'clock' | 'env' | 'events' | 'gateways'>) {
  const cache = createTtlCache<SiteSettings>({ ttlMs: CACHE_MS, most: 1, now: () => clock.now().getTime() });

  /** Writes within a transaction, and tells of what others act on. */
  async function change(write: (tx: Tx) => Promise<void>): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = await readStoredSettings(tx);
      await write(tx);
      const after = await readStoredSettings(tx);
      if (after.monthlySubscriptionPrice !== before.monthlySubscriptionPrice)
        await events.emit(tx, 'subscriptionPriceChanged', { performerId: null });
    });
    cache.forget();
  }

  const service = {
    /**
     * All settings, private ones included. At most 2 s old. Money in major units, durations in days.
     *
     * @param tx the open transaction, inside of one.
     */
    async read(tx?: Tx): Promise<SiteSettings> {
      if (tx) return cache.known('all') ?? readStoredSettings(tx);
      return cache.get('all', () => readStoredSettings(db));
    },

    /**
     * Address of mails to the operators. While mails are not sent, they are written even where no address was set.
     *
     * @returns '' for none.
     */
    getOperatorAddress: ({ contactEmail }: Pick<SiteSettings, 'contactEmail'>): string =>
      contactEmail === '' && !env.SMTP_URL ? env.MAIL_FROM : contactEmail,

    /** This process sees the change at once, others within 2 s. @throws as {@link writeSetting} */
    async write<K extends SettingKey>(key: K, value: SiteSettings[K]): Promise<void> {
      await change((tx) => writeSetting(tx, key, value));
    },

    /** As `write`. @throws as {@link writeSettingText} */
    async writeText(key: string, text: string): Promise<void> {
      await change((tx) => writeSettingText(tx, key, text));
    },

    readPublic: async (): Promise<EndpointReply<'getSettings'>> =>
      presentPublicSettings({ env, gateways }, await service.read()),

    /** Public settings by key; private and unknown keys are absent. Wire contract 2.19. */
    async readValues(keys: readonly string[]): Promise<EndpointReply<'getSettingValues'>> {
      return Object.fromEntries(Object.entries(await service.readPublic()).filter(([key]) => keys.includes(key)));
    },
  };
  return service;
}

/** The commissions of a creator: the creator's own for all sales, else by the kind of sale, else the site's. Decisions 2. */
export function getEarningTerms(
  performer: { commission: number | null },
  site: Pick<SiteSettings, 'commission' | 'commissions' | 'holdingDays'>,
): EarningTerms {
  const own = performer.commission;
  const commissions = own === null ? Object.entries(site.commissions) : [];
  return {
    commission: own ?? site.commission,
    commissions: commissions.map(([kind, commission]) => ({ kind, commission })),
    holdingDays: site.holdingDays,
  };
}
