import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProcessLock } from '../../server/db/process-lock';

export interface ServerProcess {
  url: string;
  pid: number;
  log(): string;
  /** SIGKILL: no cleanup, as in a power cut. Resolves once the process has ended. */
  kill(): Promise<void>;
  /** Stops it gracefully. @returns the exit code */
  stop(): Promise<number | null>;
}

const root = process.cwd();
const KEPT_LOG = 4_000_000;

/** Bundles the API into dist/server if the bundle is outdated. Concurrent test files wait for each other. */
export async function buildApiBundle(): Promise<void> {
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await withProcessLock(path.join(root, 'dist', 'build.lock'), async () => {
    const script = `import('./scripts/lib/build.mjs').then((build) => build.buildServer())`;
    const builder = spawn(process.execPath, ['-e', script], { cwd: root, stdio: 'inherit' });
    const [code] = await once(builder, 'exit');
    if (code !== 0) throw new Error(`Bundling the API exited with ${code}`);
  });
}

/** @param env requires DATA_DIR; other defaults are those of an operator, but without demo content and rate limits */
export async function startApi(env: Record<string, string>, patienceMs = 60_000): Promise<ServerProcess> {
  const port = env.API_PORT ?? String(await findFreePort());
  return startServer({
    args: ['--enable-source-maps', 'dist/server/main.js'],
    env: {
      DEMO: '0',
      RATE_LIMITS: '0',
      LOG_LEVEL: 'error',
      STREAM_UDP_PORT: '0',
      API_HOST: '127.0.0.1',
      ...env,
      API_PORT: port,
    },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    patienceMs,
  });
}

/** Runs a Node.js server in production mode and waits until it responds. @throws Error with its output if it does not */
export async function startServer(program: {
  args: string[];
  env: Record<string, string>;
  url: string;
  readyPath: string;
  patienceMs: number;
  cwd?: string;
}): Promise<ServerProcess> {
  const { args, env, url, readyPath, patienceMs, cwd = root } = program;
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output = `${output}${chunk.toString()}`.slice(-KEPT_LOG)));
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  if (!(await answers(`${url}${readyPath}`, { isRunning, patienceMs }))) {
    const why = isRunning() ? 'did not respond' : 'exited';
    await end(child, 'SIGKILL');
    throw new Error(`${args.at(-1)} ${why}:\n${output.slice(-4_000)}`);
  }
  return {
    url,
    pid: child.pid ?? 0,
    log: () => output,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

async function answers(
  url: string,
  { isRunning, patienceMs }: { isRunning: () => boolean; patienceMs: number },
): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (isRunning() && Date.now() < deadline) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (reply?.ok) return true;
    await sleep(20);
  }
  return false;
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
