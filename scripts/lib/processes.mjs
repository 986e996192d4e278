import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';

/** A half that has not drained by then is ended the hard way. */
const PATIENCE_MS = 9_000;
const PATIENCE_TO_START_MS = 600_000;
const PARENT_CHECK_MS = 500;

/**
 * Starts Node.js programs that belong together: when one ends, or a signal asks us to stop, the others are stopped too.
 *
 * @param {{ name: string, args: string[], env?: object }[]} programs
 * @returns `stop(code)`, `isStopping()`, and `ended`: once all have ended, the exit code; 0 when a signal asked for it
 */
export function startProcesses(programs) {
  const children = programs.map(({ args, env }) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  let exitCode;
  const isStopping = () => exitCode !== undefined;
  const stop = (code) => {
    if (isStopping()) return;
    exitCode = code;
    for (const child of children) child.kill('SIGTERM');
    const killAll = () => children.filter(isRunning).forEach((child) => child.kill('SIGKILL'));
    setTimeout(killAll, PATIENCE_MS).unref();
  };
  const ends = children.map(async (child, index) => {
    await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    if (isStopping()) return;
    console.error(`The ${programs[index].name} ended by itself; stopping.`);
    stop(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
  // npm ends on a signal without passing it on when a shell stands between: whoever npm started stops with it.
  if (process.env.npm_lifecycle_event) watchParent(() => stop(0));
  return { stop, isStopping, ended: Promise.all(ends).then(() => exitCode) };
}

function watchParent(onGone) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_CHECK_MS).unref();
}

const isRunning = (child) => child.exitCode === null && child.signalCode === null;

/**
 * Waits until an address answers at all.
 *
 * @throws Error when it takes longer than ten minutes (a first start makes the demo content) or `isOver` gives up.
 */
export async function waitUntilReady(url, isOver) {
  const deadline = Date.now() + PATIENCE_TO_START_MS;
  while (Date.now() < deadline && !isOver()) {
    const isAnswered = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await sleep(200);
  }
  throw new Error(isOver() ? 'Stopped before it was ready.' : `${url} did not answer in time.`);
}
