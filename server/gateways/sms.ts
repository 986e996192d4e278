import { writeToOutbox } from './outbox';

/** Milliseconds the gateway may take: somebody is looking at the screen. */
const TIMEOUT_MS = 10_000;

export interface Sms {
  /** E.164. */
  to: string;
  text: string;
}

/** Sends texts to phones. */
export interface SmsGateway {
  readonly isProduction: boolean;
  /** @throws when the gateway does not take it. */
  send(sms: Sms): Promise<void>;
}

/**
 * A gateway on the web: it gets `POST <url>` with `{ to, text }` as JSON and the key as a bearer token, and takes the text
 * by answering 2xx. Services that want it otherwise need a few lines of glue.
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

/** Texts go where mails go without a mail server: into a folder that a developer can read. Decisions 5. */
export function createOutboxSms({ outboxDir }: { outboxDir: string }): SmsGateway {
  return {
    isProduction: false,
    send: (sms) => writeToOutbox(outboxDir, { channel: 'sms', ...sms }),
  };
}
