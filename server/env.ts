import { randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readCurrency, type Currency } from '@contract/base/currency';
import { readTrustedProxies } from './lib/trusted-proxies';

/** @param fallback undefined if the default depends on other keys */
const flag = <T extends boolean | undefined>(fallback: T) =>
  z
    .enum(['0', '1', 'true', 'false', ''])
    .optional()
    .transform((text): boolean | T => (text === undefined || text === '' ? fallback : text === '1' || text === 'true'));

const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

const currency = optional.transform((code, context): Currency | undefined => {
  try {
    return code === undefined ? undefined : readCurrency(code);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

/** Comma-separated. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );

const IceServers = z.array(
  z.strictObject({
    urls: z.array(z.string().regex(/^(stun|turns?):/)).min(1),
    username: z.string().optional(),
    credential: z.string().optional(),
    secret: z.string().optional(),
  }),
);

const iceServers = optional.transform((text, context): z.output<typeof IceServers> => {
  const result = IceServers.safeParse(text === undefined ? [] : parseJson(text));
  if (result.success) return result.data;
  context.addIssue('must be JSON such as [{"urls":["turn:turn.example.com"],"secret":"…"}]');
  return z.NEVER;
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isScanner = (address: string | undefined): boolean =>
  address === undefined || /^(tcp:\/\/[^/]+|unix:\/.+)$/.test(address);

const ofForm = (form: RegExp, message: string) =>
  optional.refine((text) => text === undefined || form.test(text), message);

const agoraKey = ofForm(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits');

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  API_PORT: port(3001),
  API_HOST: z.string().default('0.0.0.0'),
  PORT: port(3000),
  DATA_DIR: z.string().default('data'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  DATABASE_URL: optional,
  DIRECT_DATABASE_URL: optional,
  REDIS_URL: ofForm(/^rediss?:\/\/[^/]+/, 'must be an address such as redis://localhost:6379'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  API_PUBLIC_URL: optional,
  WEB_PUBLIC_URL: optional,
  ALLOWED_ORIGINS: list,
  APP_SECRET: optional,
  DEMO: flag(undefined),
  SANDBOX: flag(undefined),
  TRUST_PROXY: z.string().default('loopback'),
  COUNTRY_HEADER: optional,
  RATE_LIMITS: flag<boolean>(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('no-reply@localhost'),
  SMS_URL: optional,
  SMS_KEY: optional,
  GOOGLE_CLIENT_ID: optional,
  TWITTER_API_KEY: optional,
  TWITTER_API_SECRET: optional,
  CURRENCY: currency,
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: optional,
  STRIPE_TAX: flag<boolean>(false),
  RECAPTCHA_SECRET: optional,
  RECAPTCHA_SITE_KEY: optional,
  RECAPTCHA_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  CALL_SECONDS: z.coerce.number().positive().default(30),
  DRAIN_SECONDS: z.coerce.number().min(0).default(0),
  BACKUP_DIR: optional,
  BACKUP_KEY: optional.refine((text) => text === undefined || text.length >= 16, 'must have at least 16 characters'),
  BACKUP_OBJECTS: flag<boolean>(true),
  BACKUP_KEEP: z.coerce.number().int().positive().default(7),
  UPLOAD_SECONDS: z.coerce.number().positive().default(3600),
  UPLOAD_STALL_SECONDS: z.coerce.number().positive().default(20),
  UPLOAD_MB_AT_ONCE: z.coerce.number().int().positive().default(16_384),
  UPLOAD_MB_PER_DAY: z.coerce.number().int().positive().default(20_480),
  FILM_MINUTES_PER_DAY: z.coerce.number().int().positive().default(480),
  TEXTS_PER_DAY: z.coerce.number().int().positive().default(1_000),
  CLAMD_URL: optional.refine(isScanner, 'must be tcp://host:port or unix:/path'),
  METRICS_TOKEN: optional,
  S3_ENDPOINT: ofForm(/^https?:\/\/[^/]+\/?$/, 'must be a URL without a path'),
  S3_BUCKET: optional,
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  OUTGOING_ALLOW: list,
  VAPID_PUBLIC_KEY: ofForm(/^[\w-]{87}$/, 'must be 65 bytes in base64url'),
  VAPID_PRIVATE_KEY: ofForm(/^[\w-]{43}$/, 'must be 32 bytes in base64url'),
  GEO_IP_URL: optional,
  GEO_REVERSE_URL: optional,
  STREAM_UDP_PORT: port(3002),
  STREAM_PUBLIC_IP: optional.refine((text) => text === undefined || isIP(text) !== 0, 'must be an IP address'),
  STREAM_ICE_SERVERS: iceServers,
  LIVE_NODE_URL: ofForm(/^https?:\/\/[^/]+\/?$/, 'must be an address such as http://10.0.0.2:3001'),
  STREAM_VIEWERS: z.coerce.number().int().min(0).default(100),
  AGORA_APP_ID: agoraKey,
  AGORA_APP_CERTIFICATE: agoraKey,
  AGORA_CUSTOMER_ID: optional,
  AGORA_CUSTOMER_SECRET: optional,
  AGORA_API_URL: optional,
  LIVEKIT_URL: ofForm(/^(ws|http)s?:\/\/[^/]+\/?$/, 'must be an address such as wss://livekit.example.com'),
  LIVEKIT_API_KEY: optional,
  LIVEKIT_API_SECRET: optional,
});

/** Keys that must be set together or not at all. */
const pairs = [
  ['AGORA_APP_ID', 'AGORA_APP_CERTIFICATE'],
  ['AGORA_CUSTOMER_ID', 'AGORA_CUSTOMER_SECRET'],
  ['LIVEKIT_URL', 'LIVEKIT_API_KEY'],
  ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
  ['RECAPTCHA_SECRET', 'RECAPTCHA_SITE_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_REGION'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'],
  ['S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'],
  ['SMS_URL', 'SMS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWITTER_API_KEY', 'TWITTER_API_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const;

export const environmentKeys = Object.keys(Environment.shape);

type RawEnvironment = z.infer<typeof Environment>;

/** The parsed environment. Built once and passed on; no other code reads `process.env`. */
export interface Env extends Omit<
  RawEnvironment,
  'API_PUBLIC_URL' | 'WEB_PUBLIC_URL' | 'APP_SECRET' | 'DATA_DIR' | 'DEMO' | 'SANDBOX'
> {
  /** Absolute path. */
  DATA_DIR: string;
  API_PUBLIC_URL: string;
  WEB_PUBLIC_URL: string;
  /** True if one of the site's URLs is not local. */
  isPublic: boolean;
  /** Creates demo content in an empty database; on a public site only if requested. */
  DEMO: boolean;
  /** Uses sandboxes instead of payment, login and mail providers; on a public site only if requested. Promises W-11. */
  SANDBOX: boolean;
  /** Key for signed links, keyed hashes and encryption; generated in `<DATA_DIR>/secret` if not given. */
  APP_SECRET: string;
}

/** @throws Error that lists every invalid key with its reason */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = Environment.safeParse(source);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Invalid environment:\n${lines.join('\n')}`);
  }
  const env = result.data;
  readTrustedProxies(env.TRUST_PROXY);
  for (const [one, other] of pairs) {
    if ((env[one] === undefined) === (env[other] === undefined)) continue;
    throw new Error(`Invalid environment:\n  ${one} and ${other}: set both or neither`);
  }
  if (env.DIRECT_DATABASE_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('Invalid environment:\n  DIRECT_DATABASE_URL: only beside DATABASE_URL, which names PgBouncer');
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined)
    throw new Error('Invalid environment:\n  ROLE: api and worker need DATABASE_URL, the database of the others');
  const hasLiveNode = [env.LIVE_NODE_URL, env.AGORA_APP_ID, env.LIVEKIT_URL].some((value) => value !== undefined);
  if (env.ROLE === 'worker' && !hasLiveNode)
    throw new Error(
      'Invalid environment:\n  LIVE_NODE_URL: a worker needs the address of the API process that runs live shows (or Agora, or LiveKit)',
    );
  if (env.REDIS_URL !== undefined && (env.DATABASE_URL === undefined || env.APP_SECRET === undefined))
    throw new Error('Invalid environment:\n  REDIS_URL: set DATABASE_URL and APP_SECRET too, alike for all processes');
  const dataDir = path.resolve(env.DATA_DIR);
  const apiUrl = (env.API_PUBLIC_URL ?? `http://localhost:${env.API_PORT}`).replace(/\/$/, '');
  const webUrl = (env.WEB_PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const isPublic = ![apiUrl, webUrl].every(isLocal);
  if (isPublic && env.OUTGOING_ALLOW.length > 0)
    throw new Error('Invalid environment:\n  OUTGOING_ALLOW: only for tests, it opens private networks to users');
  return {
    ...env,
    isPublic,
    DEMO: env.DEMO ?? !isPublic,
    SANDBOX: env.SANDBOX ?? !isPublic,
    DATA_DIR: dataDir,
    API_PUBLIC_URL: apiUrl,
    WEB_PUBLIC_URL: webUrl,
    APP_SECRET: env.APP_SECRET ?? readOrMakeSecret(dataDir),
  };
}

/** The database past PgBouncer; undefined for the embedded one. */
export const getDirectUrl = ({ DIRECT_DATABASE_URL, DATABASE_URL }: Env): string | undefined =>
  DIRECT_DATABASE_URL ?? DATABASE_URL;

export function loadEnv(): Env {
  return parseEnv(process.env);
}

/** True if the URL leads to this machine or a private network. RFC 1918, 6761, 6762. */
function isLocal(address: string): boolean {
  if (!URL.canParse(address)) throw new Error(`Invalid environment:\n  not a URL: ${address}`);
  const host = new URL(address).hostname;
  if (isIPv4(host)) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
  return /^(localhost|\[::1\])$|\.(localhost|local|test)$/.test(host);
}

function readOrMakeSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  // `wx`: if two processes start at the same time, the second one fails here and reads the secret of the first.
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
