import type { Db } from '../db/client';
import type { Env } from '../env';
import type { GoogleGateway, TwitterGateway } from './oauth-provider';
import { createGoogle, createSandboxGoogle } from './oauth-google';
import { createSandboxTwitter, createTwitter } from './oauth-twitter';
import { createOutboxSms, createWebSms, type SmsGateway } from './sms';

/** Null for a login method that is not offered. */
export interface LoginGateways {
  sms: SmsGateway | null;
  google: GoogleGateway | null;
  twitter: TwitterGateway | null;
}

/**
 * Uses the real companies if the environment has keys, else their sandboxes (decisions 5). In a sandbox anyone can log in as
 * anyone, so a public site has none unless its operator enables them.
 */
export function createLoginGateways(
  env: Env,
  { db, now, outboxDir }: { db: Db; now(): Date; outboxDir: string },
): LoginGateways {
  const { SMS_URL, SMS_KEY, GOOGLE_CLIENT_ID, TWITTER_API_KEY, TWITTER_API_SECRET } = env;
  const apiUrl = env.API_PUBLIC_URL;
  const sandbox = env.SANDBOX
    ? {
        sms: createOutboxSms({ outboxDir }),
        google: createSandboxGoogle({ apiUrl, secret: env.APP_SECRET, now }),
        twitter: createSandboxTwitter({ db, apiUrl, now }),
      }
    : { sms: null, google: null, twitter: null };
  return {
    sms: SMS_URL && SMS_KEY ? createWebSms({ url: SMS_URL, key: SMS_KEY }) : sandbox.sms,
    google: GOOGLE_CLIENT_ID ? createGoogle({ clientId: GOOGLE_CLIENT_ID, now }) : sandbox.google,
    twitter:
      TWITTER_API_KEY && TWITTER_API_SECRET
        ? createTwitter({ key: TWITTER_API_KEY, secret: TWITTER_API_SECRET })
        : sandbox.twitter,
  };
}

/** Invented identities to choose on the sandbox pages: two of the demo, and a new one. */
export const sandboxPeople = [
  { name: 'Ada Fenn', email: 'fan@demo.test', handle: 'adafenn' },
  { name: 'Noor Adeyemi', email: 'creator@demo.test', handle: 'nooradeyemi' },
  { name: 'Robin Vale', email: 'robin.vale@newcomer.test', handle: 'robinvale' },
] as const;
