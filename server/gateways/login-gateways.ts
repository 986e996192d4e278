import type { Db } from '../db/client';
import type { Env } from '../env';
import type { GoogleGateway, TwitterGateway } from './identity';
import { createGoogle } from './identity-google';
import { createSandboxGoogle } from './identity-google-sandbox';
import { createTwitter } from './identity-twitter';
import { createSandboxTwitter } from './identity-twitter-sandbox';
import { createOutboxSms, createWebSms, type SmsGateway } from './sms';

/** Who helps people log in; null for a way that is not offered. */
export interface LoginGateways {
  sms: SmsGateway | null;
  google: GoogleGateway | null;
  twitter: TwitterGateway | null;
}

/**
 * The real companies where the environment has keys, else their sandboxes (decisions 5). In a sandbox anybody can be
 * anybody, so a site that the world can reach has none unless its operator asks for them.
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
