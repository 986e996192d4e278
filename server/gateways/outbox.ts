import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { newId } from '../db/columns';
import type { Env } from '../env';

const Entry = z.object({
  channel: z.enum(['mail', 'sms']).default('mail'),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
});

type OutboxEntry = z.output<typeof Entry>;

let written = 0;

/** Writes a mail or text to a file for developers, with further fields such as the HTML of a mail. */
export async function writeToOutbox(
  dir: string,
  entry: Omit<OutboxEntry, 'sentAt'> & { html?: string; from?: string; headers?: Readonly<Record<string, string>> },
) {
  await mkdir(dir, { recursive: true });
  const sentAt = new Date();
  const id = newId(sentAt.getTime());
  written += 1;
  // File names start with seconds, milliseconds and a counter, so they sort oldest first, even within one millisecond.
  const order = [sentAt.getUTCMilliseconds(), written].map((part) => String(part).padStart(6, '0')).join('-');
  const file = path.join(dir, `${id.slice(0, 8)}-${order}-${id.slice(8)}.json`);
  // Renamed once complete, so that readers never see an incomplete file.
  await writeFile(`${file}.part`, JSON.stringify({ ...entry, sentAt: sentAt.toISOString() }, null, 2));
  await rename(`${file}.part`, file);
}

/** Mails and texts that were written to files because no gateway is configured. */
export interface Outbox {
  /** Address of the page that shows them. */
  url: string;
  /** Newest first. */
  read(most: number): Promise<OutboxEntry[]>;
}

/** Null if nothing is written to it, or without a sandbox: mails and texts contain login codes. */
export function createOutbox(env: Env, dir: string): Outbox | null {
  const isUsed = env.SMTP_URL === undefined || env.SMS_URL === undefined;
  if (!isUsed || !env.SANDBOX) return null;
  return { url: `${env.API_PUBLIC_URL}/sandbox/outbox`, read: (most) => readOutbox(dir, most) };
}

/** Newest first. Leaves out files that cannot be read. */
async function readOutbox(dir: string, most: number): Promise<OutboxEntry[]> {
  const files = await readdir(dir).catch(() => []);
  const newest = files.filter((file) => file.endsWith('.json')).toSorted();
  const texts = newest.slice(-most).map((file) => readFile(path.join(dir, file), 'utf8').catch(() => ''));
  const entries = (await Promise.all(texts)).flatMap((text) => Entry.safeParse(parse(text)).data ?? []);
  return entries.toReversed();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
