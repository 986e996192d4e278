import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { dataDir } from './data-dir';
import { expect } from './fixtures';

/** Mails of the command lead to the web app of this run. */
const webUrl = `http://localhost:${process.env.E2E_PORT ?? '3100'}`;

/** `npm run admin -- …` on the data of this run. */
export async function admin(...words: string[]): Promise<void> {
  const cli = path.join(import.meta.dirname, '..', 'dist', 'server', 'cli.js');
  const child = spawn(process.execPath, [cli, 'admin', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', WEB_PUBLIC_URL: webUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code, `admin ${words.join(' ')}`).toBe(0);
}
