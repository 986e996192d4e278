import nodemailer from 'nodemailer';
import { createKeyedQueue } from '../lib/keyed-queue';
import { MAIL_CONNECTIONS } from '../lib/mail-priority';
import { writeToOutbox } from './outbox';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
}

/** No mail is written by hand: absence notes and other robots do not reply to it. RFC 3834. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** Sends mail. */
export interface MailGateway {
  /**
   * Mails to one address leave in the order in which they are handed in, others beside them.
   *
   * @throws when the mail server does not take it; the job queue tries again.
   */
  send(mail: Mail): Promise<void>;
  /** Takes leave of the mail server, once nothing is sent any more. */
  close(): void;
}

/**
 * Milliseconds that a mail server may take to answer. Connections that nobody uses end before it would end them. The address may
 * name others: `smtp://…?socketTimeout=…`.
 */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, idleTimeout: 20_000 };

/**
 * Milliseconds that a mail may take in all, its wait for others to the same address included. Less than the queue waits for it, which
 * would have it sent by two at once otherwise; a server that answers byte by byte would hold its connection for ever.
 */
const MOST_MS = 100_000;

/** By SMTP when an address is given, else into a folder that a developer can read. Decisions 5. */
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
