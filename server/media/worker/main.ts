import { writeFileSync } from 'node:fs';
import { isError } from '../../lib/error';
import { constants, getPriority, setPriority } from 'node:os';
import { limits } from '@contract/base/limits';
import { TOO_MUCH_MEMORY, UnreadableMedia, type TaskCost, type TaskName, type TaskReply } from '../media-tasks';

/** Milliseconds between looks at the memory. */
const LOOK_EVERY_MS = 200;
/** Milliseconds between reports of the time that a task has used. */
const REPORT_EVERY_MS = 1_000;

/**
 * The process in which bytes of strangers are decoded: without secrets, at low priority, the first to be ended when the
 * machine runs short. It works on one task at a time and ends with its parent.
 */
function main(): void {
  stepBack();
  // Ctrl-C goes to all processes of a terminal; ours is told by its parent.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  setInterval(() => {
    if (process.memoryUsage.rss() > limits.mediaMemoryBytes) process.exit(TOO_MUCH_MEMORY);
  }, LOOK_EVERY_MS).unref();
  process.on('message', ({ name, input }: { name: TaskName; input: never }) => void answer(name, input));
}

/** Before any thread is started, so that all of them inherit it. */
function stepBack(): void {
  try {
    // The pace of its work decides: a short film goes on beside a long one.
    const step = Number(process.argv[2] ?? constants.priority.PRIORITY_BELOW_NORMAL);
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + step));
    // Linux only.
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Not allowed everywhere; then it works like any other process.
  }
}

/** @param input what this task takes: types end where processes do. */
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

/** Each needs libraries of its own, loaded when first asked for. */
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

/** The system refused something. All else that goes wrong while a file is read is laid to the file. */
const isMachinesFault = (error: unknown): boolean =>
  isError(error) && 'syscall' in error && typeof error.syscall === 'string';

const toText = (error: unknown): string => (isError(error) ? (error.stack ?? error.message) : String(error));

const getReason = (error: unknown): string =>
  error instanceof UnreadableMedia ? error.message : 'This file is damaged, or not what it says it is.';

main();
