import nodemailer from 'nodemailer';
import { createKeyedQueue } from '../lib/keyed-queue';
import { MAIL_CONNECTIONS } from '../lib/mail-priority';
import { writeToOutbox } from './outbox';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Keeps autoresponders from replying. RFC 3834. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

export interface MailGateway {
  /**
   * Sends mails to the same address in order, others concurrently. @throws if the mail server rejects it; the job queue retries.
   */
  send(mail: Mail): Promise<void>;
  /** Disconnects from the mail server. Call it once nothing is being sent. */
  close(): void;
}

/**
 * Milliseconds. Idle connections are closed before the mail server would do so. The URL can override these:
 * `smtp://…?socketTimeout=…`.
 */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, idleTimeout: 20_000 };

/**
 * Limit for one mail, including the wait for others to the same address. Shorter than the job's expiry, or two workers would send
 * it. Without a limit, a server that replies byte by byte would occupy its connection forever.
 */
const MOST_MS = 100_000;

/** Sends by SMTP if a URL is given, else writes to a folder for developers. Decisions 5. */
export function createMailGateway({
  smtpUrl,
  from,
  outboxDir,
  mostMs = MOST_MS,
}: {
  smtpUrl?: string;
  from: string;
  outboxDir: string;
  mostMs?: number;
}): MailGateway {
  const complete = (mail: Mail) => ({ from, ...mail, headers: { ...mail.headers, ...AUTOMATIC } });
  if (!smtpUrl) {
    return {
      send: (mail) => writeToOutbox(outboxDir, { channel: 'mail', ...complete(mail) }),
      close: () => undefined,
    };
  }
  const inOrder = createKeyedQueue();
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    ...patience,
  });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(mostMs);
      await inOrder(mail.to.toLowerCase(), () => transport.sendMail({ ...complete(mail), signal }));
    },
    close: () => transport.close(),
  };
}
