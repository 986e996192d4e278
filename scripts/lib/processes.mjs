import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';
import { watchParent } from './watch-parent.mjs';

/** Time that a program has to stop before SIGKILL, beyond DRAIN_SECONDS. */
const PATIENCE_MS = 9_000;
const PATIENCE_TO_START_MS = 600_000;

/** Pause before a restart: the first time, and at most, after repeated failures. */
const RESTART_MS = { first: 500, most: 30_000 };
/** A program that has run this long counts as recovered: the next pause is short again. */
const STEADY_MS = 60_000;

/**
 * Starts Node.js programs and restarts each that ends, after pauses that grow while it keeps ending. A signal stops all.
 * Promises R-9.
 *
 * @param {{ name: string, args: string[], env?: object, onMessage?: (news: unknown) => void, isQuiet?: boolean }[]} programs
 * quiet ones print only standard error
 * @param {{ restarts?: () => boolean }} [options] while `restarts` returns false, the end of one program stops all; for example
 * until the first start has succeeded
 * @returns `stop(code)`, `isStopping()`, and `ended`: the exit code once all have ended; 0 after a signal
 */
export function startProcesses(programs, { restarts = () => true } = {}) {
  let exitCode;
  const children = new Set();
  const waits = new AbortController();
  const isStopping = () => exitCode !== undefined;
  const stop = (code) => {
    if (isStopping()) return;
    exitCode = code;
    waits.abort();
    for (const child of children) child.kill('SIGTERM');
    // Read here, because `.env` is loaded after this module.
    const patienceMs = PATIENCE_MS + 1000 * Number(process.env.DRAIN_SECONDS || 0);
    setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), patienceMs).unref();
  };
  const keepRunning = async (program) => {
    let pause = RESTART_MS.first;
    while (!isStopping()) {
      const startedAt = Date.now();
      const how = await runOnce(program, children);
      if (isStopping()) return;
      if (!restarts()) {
        console.error(`The ${program.name} ended (${how}); stopping.`);
        return stop(1);
      }
      if (Date.now() - startedAt > STEADY_MS) pause = RESTART_MS.first;
      console.error(`The ${program.name} ended (${how}); restarting it in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal: waits.signal }).catch(() => {});
      pause = Math.min(pause * 2, RESTART_MS.most);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
  // If npm starts this through a shell, it does not pass on signals; so stop when npm has ended.
  if (process.env.npm_lifecycle_event) watchParent(() => stop(0));
  return { stop, isStopping, ended: Promise.all(programs.map(keepRunning)).then(() => exitCode) };
}

/**
 * Rendering pages creates much short-lived garbage. With a larger young generation (in MB; the default is 16), less of it is
 * copied. Idle connections are kept longer than proxies keep theirs (most a minute), or a proxy would send a request on a
 * connection that is just closing, and its user would see an error.
 */
export const webArgs = (port) => [
  '--max-semi-space-size=64',
  'node_modules/next/dist/bin/next',
  'start',
  '-p',
  port,
  '--keepAliveTimeout',
  '72000',
];

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

async function runOnce({ args, env, onMessage, isQuiet }, children) {
  const stdio = ['inherit', isQuiet ? 'ignore' : 'inherit', 'inherit', ...(onMessage ? ['ipc'] : [])];
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd: root,
    stdio,
    env: { ...process.env, ...env },
  });
  if (onMessage) child.on('message', onMessage);
  children.add(child);
  const how = await new Promise((resolve) => {
    child
      .once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
      .once('error', ({ message }) => resolve(message));
  });
  children.delete(child);
  return how;
}

/**
 * Fails early with a clear message, for example because the site is already running.
 *
 * @param {{ name: string, port: string, variable: string }[]} wanted `variable` is the setting that selects another port
 * @throws Error with a message for users
 */
export async function assertPortsFree(wanted) {
  for (const { name, port, variable } of wanted) {
    const server = createServer().listen(Number(port));
    try {
      await once(server, 'listening');
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(
        `Port ${port}, which the ${name} needs, is in use. Perhaps the site is already running. ` +
          `Stop the other process, or choose another port: ${variable}=${Number(port) + 10} npm start`,
        { cause: error },
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** @throws Error after ten minutes, or when `isOver` returns true */
export async function waitUntilReady(url, isOver) {
  const deadline = Date.now() + PATIENCE_TO_START_MS;
  while (Date.now() < deadline && !isOver()) {
    const isAnswered = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await sleep(100);
  }
  throw new Error(isOver() ? 'Stopped before it was ready.' : `${url} did not respond within ten minutes.`);
}
