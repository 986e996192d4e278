import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort, startServer, type ServerProcess } from '../../harness/api-process';

const page = `
export default function Hello({ text }) { return <p>{text}</p>; }
export const getServerSideProps = () => ({ props: { text: 'Hello' } });
`;

/** Baseline: a minimal page with the same Next.js, built and started like the web app. */
export async function startHelloSite(): Promise<{ server: ServerProcess; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-hello-'));
  await mkdir(path.join(folder, 'pages'));
  await writeFile(path.join(folder, 'pages', 'index.js'), page);
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const next = path.resolve('node_modules/next/dist/bin/next');
  // Not Turbopack, which does not follow symlinks that leave the folder.
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  const build = spawn(process.execPath, [next, 'build', '--webpack'], { cwd: folder, env, stdio: 'ignore' });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`next build of the hello page exited with ${code}`);
  const port = String(await findFreePort());
  const args = [next, 'start', '-p', port];
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({ args, env: {}, url, readyPath: '/', patienceMs: 60_000, cwd: folder });
  return {
    server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
