import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import type { EarningTerms } from '@contract/identity/people-schemas';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { createTtlCache } from '../../../lib/ttl-cache';
import { describeSettings } from './describe-settings';
import { presentPublicSettings } from './public-settings';
import { readStoredSettings } from './settings-repository';
import type { SettingKey, SiteSettings } from './site-settings';
import { writeSetting, writeSettingText } from './write-setting';

export type { SiteSettings } from './site-settings';

const CACHE_MS = 2_000;

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService({
  db,
  clock,
  env,
  events,
  gateways,
  announcements,
}: Pick<ServerContext, 'db' | 'clock' | 'env' | 'events' | 'gateways' | 'announcements'>) {
  const cache = createTtlCache<SiteSettings>({ ttlMs: CACHE_MS, most: 1, now: () => clock.now().getTime() });
  announcements.onAnnounced('settings', cache.forget);

  async function change(key: string, write: (tx: Tx) => Promise<void>, by?: Operator): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = await readStoredSettings(tx);
      await write(tx);
      const after = await readStoredSettings(tx);
      if (after.monthlySubscriptionPrice !== before.monthlySubscriptionPrice)
        await events.emit(tx, 'subscriptionPriceChanged', { performerId: null });
      const getValue = (all: SiteSettings): unknown => Object.entries(all).find(([name]) => name === key)?.[1];
      const details = { before: getValue(before), after: getValue(after) };
      await recordAct(tx, by, { act: 'setting.changed', subject: { kind: 'setting', id: key }, details });
    });
    announcements.announce('settings');
  }

  const service = {
    /**
     * All settings, including private ones; at most 2 s old. Amounts in major units, durations in days.
     *
     * @param tx the transaction that the caller has open, if any
     */
    async read(tx?: Tx): Promise<SiteSettings> {
      if (tx) return cache.known('all') ?? readStoredSettings(tx);
      return cache.get('all', () => readStoredSettings(db));
    },

    describe: (): Promise<EndpointReply<'listSettings'>> => describeSettings(db),

    /**
     * The address for mails to the operators. With the sandbox, mails are shown in its outbox, so no address has to be configured.
     * A public site without a mail server only stores mails, which nobody reads.
     *
     * @returns '' if there is none
     */
    getOperatorAddress: ({ contactEmail }: Pick<SiteSettings, 'contactEmail'>): string => {
      if (env.SMTP_URL) return contactEmail;
      if (!env.SANDBOX) return '';
      return contactEmail || env.MAIL_FROM;
    },

    /** Takes effect immediately in this process, and with Redis in others; else within 2 s in those. @throws as {@link writeSetting} */
    async write<K extends SettingKey>(key: K, value: SiteSettings[K]): Promise<void> {
      await change(key, (tx) => writeSetting(tx, key, value));
    },

    /** Logged as an act of the operator, with the value before. @throws AppError as {@link writeSettingText} */
    async writeText(key: string, text: string, by?: Operator): Promise<void> {
      await change(key, (tx) => writeSettingText(tx, key, text), by);
    },

    readPublic: async (): Promise<EndpointReply<'getSettings'>> =>
      presentPublicSettings({ env, gateways }, await service.read()),

    /** Omits private and unknown keys. Wire contract 2.19. */
    async readValues(keys: readonly string[]): Promise<EndpointReply<'getSettingValues'>> {
      return Object.fromEntries(Object.entries(await service.readPublic()).filter(([key]) => keys.includes(key)));
    },
  };
  return service;
}

/** The creator's own commission, for all sales, or else that of the kind of sale, or else the site's. Decisions 2. */
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
