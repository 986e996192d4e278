import { sql } from 'drizzle-orm';
import { abilities, extensionCalls } from '@contract/extensions';
import { PublicSettings } from '@contract/site/settings-schemas';
import type { EarningTerms } from '@contract/identity/people-schemas';
import type { EndpointReply } from '@contract/schemas';
import type { Gateways, ServerContext } from '../../../context';
import { settings as table } from '../../../db/schema/site';
import type { Executor, Tx } from '../../../db/transaction';
import { createTtlCache } from '../../../lib/ttl-cache';
import {
  defaults,
  findConflict,
  isSettingKey,
  SiteSettingsSchema,
  type SettingKey,
  type SiteSettings,
} from './site-settings';

export type { SiteSettings } from './site-settings';

/** Milliseconds: how late a change made by another process may be noticed. */
const CACHE_MS = 2_000;

export type SettingsService = ReturnType<typeof createSettingsService>;

/** What this API has beyond the family, as far as the operator has it on. */
const listExtensions = ({ siteMembershipEnabled }: SiteSettings): string[] =>
  [...extensionCalls, ...abilities].filter((name) => name !== 'siteMembers' || siteMembershipEnabled);

/** The operator's settings: what is stored, else the built-in defaults. */
export function createSettingsService({
  db,
  clock,
  env,
  gateways,
}: Pick<ServerContext, 'db' | 'clock' | 'env' | 'gateways'>) {
  const memory = createTtlCache<SiteSettings>({ ttlMs: CACHE_MS, most: 1, now: () => clock.now().getTime() });

  /** Settings that differ from their defaults, read as text: the driver and the query builder would each parse the value, and make a number of the name "2026". */
  async function readStored(tx: Executor = db): Promise<SiteSettings> {
    const rows = await tx.select({ key: table.key, json: sql<string>`${table.value}::text` }).from(table);
    return withDefaults(rows.map(({ key, json }) => ({ key, value: JSON.parse(json) as unknown })));
  }

  const service = {
    /**
     * All settings, private ones included. At most 2 s old. Money in dollars, durations in days.
     *
     * @param tx the open transaction, when it is read inside one.
     */
    async read(tx?: Tx): Promise<SiteSettings> {
      if (tx) return memory.known('all') ?? readStored(tx);
      return memory.get('all', () => readStored());
    },

    /**
     * Where mails to the operators go. As long as mails are not sent anywhere, they are written even where no address was named.
     *
     * @returns '' for nowhere.
     */
    getOperatorAddress: ({ contactEmail }: Pick<SiteSettings, 'contactEmail'>): string =>
      contactEmail === '' && !env.SMTP_URL ? env.MAIL_FROM : contactEmail,

    /**
     * Changes one setting; this process sees it at once, others within 2 s.
     *
     * @throws ZodError when the value is out of bounds, Error when it does not go with another setting.
     */
    async write<K extends SettingKey>(key: K, value: SiteSettings[K]): Promise<void> {
      const parsed: unknown = SiteSettingsSchema.shape[key].parse(value);
      const conflict = findConflict({ ...(await readStored()), [key]: parsed });
      if (conflict !== undefined) throw new Error(`${key}: ${conflict}`);
      await db
        .insert(table)
        .values({ key, value: parsed })
        .onConflictDoUpdate({ target: table.key, set: { value: parsed, updatedAt: new Date() } });
      memory.forget();
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
      const { captcha } = gateways;
      const settings = await service.read();
      return PublicSettings.parse({
        ...settings,
        captchaProvider: captcha.provider,
        googleReCaptchaSiteKey: captcha.siteKey,
        enableGoogleReCaptcha: captcha.provider === 'recaptcha',
        ...describeLoginWays(settings, gateways),
        extensions: listExtensions(settings),
        socketTokenInPayload: true,
        couponsForTopUps: false,
        sandboxOutboxUrl: gateways.outbox?.url ?? '',
        sandboxParts: listSandboxParts(env, gateways),
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
  const stored = rows.flatMap(({ key, value }) => {
    // A row that a newer version would refuse must not stop the site: its default stands in.
    const known = isSettingKey(key) ? SiteSettingsSchema.shape[key].safeParse(value) : null;
    return known?.success ? [[key, known.data] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(stored) };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parts that run without their real provider and have to say so on screen. Decisions 5. */
function listSandboxParts(env: ServerContext['env'], { google, twitter, sms }: Gateways): string[] {
  const isSandbox = (gateway: { isProduction: boolean } | null) => gateway?.isProduction === false;
  return [
    ...(env.SMTP_URL ? [] : ['mail']),
    ...['payment', 'streaming', 'tax'],
    ...(isSandbox(sms) ? ['sms'] : []),
    ...(isSandbox(google) || isSandbox(twitter) ? ['social'] : []),
  ];
}

/** Which ways to log in there are: those that somebody stands behind and that the operator has not switched off. */
function describeLoginWays(flags: SiteSettings, { google, twitter, sms }: Gateways) {
  return {
    googleLoginEnabled: flags.googleLoginEnabled && google !== null,
    googleLoginClientId: google?.clientId ?? '',
    googleLoginUrl: google?.pageUrl ?? '',
    twitterLoginEnabled: flags.twitterLoginEnabled && twitter !== null,
    phoneLoginEnabled: flags.phoneLoginEnabled && sms !== null,
  };
}

/** What the site keeps of a creator's sales: the creator's own share for all of them, else the one of the kind, else the site's. Decisions 2. */
export function earningTermsOf(
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
