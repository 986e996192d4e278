import type { Db } from '../db/client';
import type { Env } from '../env';
import type { GoogleGateway, TwitterGateway } from './oauth-provider';
import { createGoogle, createSandboxGoogle } from './oauth-google';
import { createSandboxTwitter, createTwitter } from './oauth-twitter';
import { createOutboxSms, createWebSms, type SmsGateway } from './sms';

/** A gateway is null if the site does not offer its login method. */
export interface LoginGateways {
  sms: SmsGateway | null;
  google: GoogleGateway | null;
  twitter: TwitterGateway | null;
}

/**
 * Uses the real providers if their keys are configured, else sandboxes (decisions 5). In a sandbox anyone can log in as anyone,
 * so a public site has sandboxes only if its operator enables them.
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

/** Invented identities that the sandbox pages offer: two demo accounts, and one that has no account yet. */
export const sandboxPeople = [
  { name: 'Ada Fenn', email: 'fan@demo.test', handle: 'adafenn' },
  { name: 'Noor Adeyemi', email: 'creator@demo.test', handle: 'nooradeyemi' },
  { name: 'Robin Vale', email: 'robin.vale@newcomer.test', handle: 'robinvale' },
] as const;
