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

/** A mail or a text that nobody delivered. */
type OutboxEntry = z.output<typeof Entry>;

/** How much this process has written. */
let written = 0;

/** Puts something where a developer can read it. Further members, such as the HTML of a mail, lie there too. */
export async function writeToOutbox(
  dir: string,
  entry: Omit<OutboxEntry, 'sentAt'> & { html?: string; from?: string; headers?: Readonly<Record<string, string>> },
) {
  await mkdir(dir, { recursive: true });
  const sentAt = new Date();
  const id = newId(sentAt.getTime());
  written += 1;
  // Seconds as ids begin with, milliseconds, a count: the folder lists oldest first, also what was sent at once.
  const order = [sentAt.getUTCMilliseconds(), written].map((part) => String(part).padStart(6, '0')).join('-');
  const file = path.join(dir, `${id.slice(0, 8)}-${order}-${id.slice(8)}.json`);
  // Under another name until it is whole: readers of the folder never meet half a mail.
  await writeFile(`${file}.part`, JSON.stringify({ ...entry, sentAt: sentAt.toISOString() }, null, 2));
  await rename(`${file}.part`, file);
}

/** What nobody delivered, for who sits at the machine. */
export interface Outbox {
  /** Where it is shown. */
  url: string;
  /** The newest, the last one first. */
  read(most: number): Promise<OutboxEntry[]>;
}

/** The outbox, while something goes there; null on a site that others can reach, since it holds what opens accounts. */
export function createOutbox(env: Env, dir: string): Outbox | null {
  const isUsed = env.SMTP_URL === undefined || env.SMS_URL === undefined;
  if (!isUsed || !env.SANDBOX) return null;
  return { url: `${env.API_PUBLIC_URL}/sandbox/outbox`, read: (most) => readOutbox(dir, most) };
}

/** The newest entries, the last one first. What cannot be read is left out. */
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
