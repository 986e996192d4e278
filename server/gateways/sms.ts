import { writeToOutbox } from './outbox';

/** Short, since a user is waiting at the screen. */
const TIMEOUT_MS = 10_000;

export interface Sms {
  /** In E.164 format. */
  to: string;
  text: string;
}

export interface SmsGateway {
  readonly isProduction: boolean;
  /** @throws if the gateway rejects it. */
  send(sms: Sms): Promise<void>;
}

/**
 * Sends `POST <url>` with `{ to, text }` as JSON and the key as a bearer token; a 2xx reply means accepted. Services with
 * another API need an adapter in front.
 */
export function createWebSms({ url, key }: { url: string; key: string }): SmsGateway {
  return {
    isProduction: true,
    async send(sms) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(sms),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`the SMS gateway answered ${reply.status}`);
    },
  };
}

/** Writes texts to a folder where developers can read them, as for mails without a mail server. Decisions 5. */
export function createOutboxSms({ outboxDir }: { outboxDir: string }): SmsGateway {
  return {
    isProduction: false,
    send: (sms) => writeToOutbox(outboxDir, { channel: 'sms', ...sms }),
  };
}
