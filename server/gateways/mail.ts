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

/** Keeps autoresponders from replying to our mails. RFC 3834. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

export interface MailGateway {
  /** Mails to one address are sent in order. @throws if the mail server rejects the mail; the job queue retries. */
  send(mail: Mail): Promise<void>;
  /** Disconnects from the mail server. Call it once nothing is being sent. */
  close(): void;
}

/**
 * Milliseconds. Idle connections are closed before the mail server would close them. The URL can override these values:
 * `smtp://…?socketTimeout=…`.
 */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, idleTimeout: 20_000 };

/**
 * Limit for sending one mail, including the wait for earlier mails to the same address. Must be shorter than the job's expiry,
 * or two workers would send the mail. Without a limit, a server that replies byte by byte would occupy its connection forever.
 */
const MOST_MS = 100_000;

/** Sends by SMTP if a URL is given, else writes mails to a folder where developers can read them. Decisions 5. */
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
