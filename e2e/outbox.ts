import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { apiUrl } from './accounts';
import { dataDir } from './data-dir';
import { expect } from './fixtures';

const folder = path.join(dataDir, 'outbox');

interface Sent {
  to: string;
  subject?: string;
  text: string;
}

function sentTo(to: string): Sent[] {
  // The folder is created with the first message.
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, 200)
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Sent)
    .filter((sent) => sent.to === to);
}

/** @returns the first match, such as a link or a code */
export async function awaitSent(to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      () => {
        found = sentTo(to).flatMap(({ text }) => pattern.exec(text)?.slice(0, 1) ?? [])[0];
        return found;
      },
      `something with ${String(pattern)} sent to ${to}`,
    )
    .toBeTruthy();
  return found ?? '';
}

export const linkPattern = /https?:\/\/\S+/;
export const codePattern = /\b\d{6}\b/;

export async function verifyEmail(request: APIRequestContext, to: string): Promise<void> {
  const link = new URL(await awaitSent(to, /https?:\/\/\S+\/auth\/email-verified\S+/));
  const data = { action: 'verify-email', token: link.searchParams.get('token') };
  const reply = await request.post(`${apiUrl}/auth/mail-links/use`, { data });
  if (!reply.ok()) throw new Error(`The mailed link returned ${reply.status()}`);
}
