import nodemailer from 'nodemailer';
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

/** Sends mail. @throws when the mail server does not take it; the job queue tries again. */
export interface MailGateway {
  send(mail: Mail): Promise<void>;
}

/**
 * Milliseconds that a mail server may take to answer. Less in all than the queue waits for a mail, which would be sent by
 * two at once otherwise. The address may name others: `smtp://…?socketTimeout=…`.
 */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** By SMTP when an address is given, else into a folder that a developer can read. Decisions 5. */
export function createMailGateway({
  smtpUrl,
  from,
  outboxDir,
}: {
  smtpUrl?: string;
  from: string;
  outboxDir: string;
}): MailGateway {
  const complete = (mail: Mail) => ({ from, ...mail, headers: { ...mail.headers, ...AUTOMATIC } });
  if (!smtpUrl) return { send: (mail) => writeToOutbox(outboxDir, { channel: 'mail', ...complete(mail) }) };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...patience });
  return { send: async (mail) => void (await transport.sendMail(complete(mail))) };
}
