import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { limits } from '@contract/base/limits';
import { TOO_MUCH_MEMORY, UnreadableMedia, type TaskCost, type TaskName, type TaskReply } from '../media-tasks';

const LOOK_EVERY_MS = 200;
const REPORT_EVERY_MS = 1_000;

/**
 * The process that decodes uploaded files. It has no secrets and low priority, and is the first to be killed if memory runs
 * short. Runs one task at a time, and ends with its parent.
 */
function main(): void {
  stepBack();
  // Ignored: Ctrl-C reaches all processes of a terminal, but this one stops when its parent disconnects.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  setInterval(() => {
    if (process.memoryUsage.rss() > limits.mediaMemoryBytes) process.exit(TOO_MUCH_MEMORY);
  }, LOOK_EVERY_MS).unref();
  process.on('message', ({ name, input }: { name: TaskName; input: never }) => void answer(name, input));
}

/** Call it before any thread starts, because threads inherit the priority. */
function stepBack(): void {
  try {
    // The step depends on the pace, so that a short video gets ahead of a long one.
    const step = Number(process.argv[2] ?? constants.priority.PRIORITY_BELOW_NORMAL);
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + step));
    // Exists only on Linux.
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Not permitted everywhere; then the process runs with normal priority.
  }
}

/** @param input of this task; types do not cross process boundaries */
async function answer(name: TaskName, input: never): Promise<void> {
  const say = (reply: TaskReply) => void process.send?.(reply);
  let begun = process.cpuUsage();
  const cost = (): TaskCost => {
    const { user, system } = process.cpuUsage(begun);
    return { memoryBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 };
  };
  const reports = setInterval(() => say({ type: 'used', cpuMs: cost().cpuMs }), REPORT_EVERY_MS);
  try {
    const task = await findTask(name, () => say({ type: 'alive' }));
    say({ type: 'begun' });
    begun = process.cpuUsage();
    const output = await task(input);
    say({ type: 'done', output, ...cost() });
  } catch (error) {
    if (isMachinesFault(error)) say({ type: 'failed', message: toText(error), ...cost() });
    else say({ type: 'unreadable', reason: getReason(error), detail: toText(error), ...cost() });
  } finally {
    clearInterval(reports);
  }
}

/** Imports the libraries of a task on first use; each task needs different ones. */
async function findTask(name: TaskName, onAlive: () => void): Promise<(input: never) => Promise<unknown>> {
  if (name === 'inspectPicture' || name === 'renderPicture') {
    const { inspectPicture, renderPicture } = await import('./image-work');
    return { inspectPicture, renderPicture }[name];
  }
  if (name === 'inspectFilm') return (await import('./video-probe')).inspectFilm;
  const [film, ladder] = [await import('./video-transcoder'), await import('./video-renditions')];
  const { transcodeVideo, makeSound, makeRung, makePreviews } = { ...film, ...ladder };
  const make = { transcodeVideo, makeSound, makeRung, makePreviews }[name];
  return (input) => make(input, onAlive);
}

/** True if the operating system refused something. For all other errors, the file is blamed. */
const isMachinesFault = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

const toText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const getReason = (error: unknown): string =>
  error instanceof UnreadableMedia ? error.message : 'This file is damaged, or not what it says it is.';

main();
