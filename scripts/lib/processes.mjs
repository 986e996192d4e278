import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';
import { watchParent } from './watch-parent.mjs';

/** A half that has not drained by then is ended the hard way. */
const PATIENCE_MS = 9_000;
const PATIENCE_TO_START_MS = 600_000;

/** Milliseconds before a half that ended is started again: the first time, and at most, when it ends again and again. */
const RESTART_MS = { first: 500, most: 30_000 };
/** A half that ran as long as this has recovered: the next pause is short again. */
const STEADY_MS = 60_000;

/**
 * Starts Node.js programs that belong together and keeps them running: one that ends by itself is started again, after a
 * pause that grows while it keeps ending, and the others go on. A signal stops all. Promises R-9.
 *
 * @param {{ name: string, args: string[], env?: object, onMessage?: (news: unknown) => void, isQuiet?: boolean }[]} programs
 *   quiet ones are heard on standard error only
 * @param {{ restarts?: () => boolean }} [options] `restarts` tells whether a half that ends is started again; by default it
 *   is. Until a first start has succeeded there is nothing to keep running.
 * @returns `stop(code)`, `isStopping()`, and `ended`: once all have ended, the exit code; 0 when a signal asked for it
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
    setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), PATIENCE_MS).unref();
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
      console.error(`The ${program.name} ended (${how}); starting it again in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal: waits.signal }).catch(() => {});
      pause = Math.min(pause * 2, RESTART_MS.most);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
  // npm ends on a signal without passing it on when a shell stands between: whoever npm started stops with it.
  if (process.env.npm_lifecycle_event) watchParent(() => stop(0));
  return { stop, isStopping, ended: Promise.all(programs.map(keepRunning)).then(() => exitCode) };
}

/**
 * The arguments that start the built web app. A page that is made leaves much behind that nobody needs a moment later: with room for
 * the young (MB; Node.js begins with 16) less of it is copied before it goes.
 */
export const webArgs = (port) => ['--max-semi-space-size=64', 'node_modules/next/dist/bin/next', 'start', '-p', port];

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

/** @returns how it ended, in words */
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
 * Looks whether ports can be listened on, so that whoever starts the site a second time reads what is wrong.
 *
 * @param {{ name: string, port: string, variable: string }[]} wanted `variable` is the setting that chooses another port
 * @throws Error in words for people
 */
export async function assertPortsFree(wanted) {
  for (const { name, port, variable } of wanted) {
    const server = createServer().listen(Number(port));
    try {
      await once(server, 'listening');
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(
        `Port ${port}, which the ${name} needs, is taken: perhaps the site is running already. ` +
          `Stop what runs there, or choose another port: ${variable}=${Number(port) + 10} npm start`,
        { cause: error },
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/**
 * Waits until an address answers at all.
 *
 * @throws Error when it takes longer than ten minutes or `isOver` gives up.
 */
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
  throw new Error(isOver() ? 'Stopped before it was ready.' : `${url} did not answer in time.`);
}
