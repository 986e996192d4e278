import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort } from './api-process';
import { findProgram } from './find-program';

export interface TestRedis {
  url: string;
  /** SIGKILL: everything that it knew is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** It accepts connections, but does not answer. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A real Redis on a free port, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const [program, port, dir] = await Promise.all([
    findProgram('findRedis'),
    findFreePort(),
    mkdtemp(path.join(tmpdir(), 'creator-platform-redis-')),
  ]);
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const end = () => void server?.kill('SIGKILL');
  process.once('exit', end);

  async function start(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
    server = spawn(program, settings, { stdio: 'ignore' });
    const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    url,
    kill,
    start,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      process.off('exit', end);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
