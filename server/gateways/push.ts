import webPush from 'web-push';
import type { Env } from '../env';
import { AddressRefused, type Outgoing } from './outgoing';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  keys: VapidKeys;
  ttlSeconds: number;
  urgency: 'low' | 'normal' | 'high';
  topic: string;
}

/**
 * `later`: the push service asks to wait, for so many seconds. `gone`: the browser has ended the subscription, or the address was
 * never one of a push service.
 */
type PushResult = { is: 'sent' } | { is: 'gone' } | { is: 'later'; seconds: number };

export interface PushGateway {
  createKeys(): VapidKeys;
  /** @throws Error if the push service could not be reached or refused the message */
  send(target: PushTarget, payload: object, options: PushOptions): Promise<PushResult>;
}

const DEFAULT_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 3600;

/**
 * The library encrypts and signs (RFC 8291, 8292); our own client sends, because the addresses come from browsers and could be
 * anything.
 */
export function createPushGateway(
  { WEB_PUBLIC_URL, MAIL_FROM }: Pick<Env, 'WEB_PUBLIC_URL' | 'MAIL_FROM'>,
  outgoing: Outgoing,
): PushGateway {
  // Whom the push service writes to if something is wrong. Apple rejects addresses at localhost.
  const subject = WEB_PUBLIC_URL.startsWith('https:') ? WEB_PUBLIC_URL : `mailto:${MAIL_FROM}`;
  return {
    createKeys: () => webPush.generateVAPIDKeys(),

    async send({ endpoint, p256dh, auth }, payload, { keys, ttlSeconds, urgency, topic }) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, urgency, topic, contentEncoding: 'aes128gcm' },
      );
      const reply = await outgoing
        .send(endpoint, { method: 'POST', headers: toTexts(headers), body })
        .catch(ignoreRefused);
      if (reply === null) return { is: 'gone' };
      if (reply.status >= 200 && reply.status < 300) return { is: 'sent' };
      if (reply.status === 404 || reply.status === 410) return { is: 'gone' };
      if (reply.status === 429) return { is: 'later', seconds: readWait(reply.headers['retry-after']) };
      throw new Error(`${new URL(endpoint).host} answered ${reply.status} to a push: ${reply.text.slice(0, 200)}`);
    },
  };
}

function ignoreRefused(error: unknown): null {
  if (error instanceof AddressRefused) return null;
  throw error;
}

const toTexts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** @param value seconds; a date, which is as valid, is as rare */
function readWait(value: string | string[] | undefined): number {
  const seconds = Number(value);
  return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) : DEFAULT_WAIT_SECONDS;
}
