import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { newId } from '../db/columns';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
}

/** Sends mail. @throws when the mail server does not take it; the job queue tries again. */
export interface MailGateway {
  send(mail: Mail): Promise<void>;
}

/** By SMTP when an address is given, else into a folder that a developer can read. Decisions 5. */
export function createMailGateway(options: { smtpUrl?: string; from: string; outboxDir: string }): MailGateway {
  return options.smtpUrl ? smtpMail(options.smtpUrl, options.from) : outboxMail(options.outboxDir, options.from);
}

function smtpMail(url: string, from: string): MailGateway {
  const transport = nodemailer.createTransport(url);
  return { send: async (mail) => void (await transport.sendMail({ from, ...mail })) };
}

function outboxMail(dir: string, from: string): MailGateway {
  return {
    async send(mail) {
      await mkdir(dir, { recursive: true });
      // The id starts with the time, so the folder lists oldest first.
      await writeFile(
        path.join(dir, `${newId()}.json`),
        JSON.stringify({ from, sentAt: new Date().toISOString(), ...mail }, null, 2),
      );
    },
  };
}
