import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command of the API's command line. @returns its exit code and all that it wrote */
export async function runBackup(
  command: 'backup' | 'restore',
  folder: string,
  env: Record<string, string>,
  option?: string,
) {
  const args = option === undefined ? [folder] : [folder, option];
  const child = spawn(process.execPath, ['dist/server/cli.js', command, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DEMO: '0', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
