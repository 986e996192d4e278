import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { dataDir } from './data-dir';
import { expect } from './fixtures';

const webUrl = `http://localhost:${process.env.E2E_PORT ?? '3100'}`;

export type Admin = (...words: string[]) => Promise<string>;

export const demoOperator = 'operator@demo.test';

/** Runs a command as the operator of the demo. */
export const admin: Admin = (...words) =>
  runAdmin([...words, '--as', demoOperator], { DATA_DIR: dataDir, WEB_PUBLIC_URL: webUrl });

export async function runAdmin(words: string[], env: Record<string, string>): Promise<string> {
  const cli = path.join(import.meta.dirname, '..', 'dist', 'server', 'cli.js');
  const child = spawn(process.execPath, [cli, 'admin', ...words], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, `admin ${words.join(' ')}`).toBe(0);
  return printed;
}

export async function reviewDocuments(decision: 'approve' | 'reject', username: string, reason?: string) {
  const revision = / approve \S+ ([0-9a-f]{8})/.exec(await admin(decision, username))?.[1] ?? '';
  await admin(decision, username, revision, ...(reason === undefined ? [] : [reason]));
}
