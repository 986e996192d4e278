import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import pLimit from 'p-limit';
import { fileURLToPath } from 'node:url';
import {
  TOO_MUCH_MEMORY,
  UnreadableMedia,
  type MediaTasks,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  type TaskReply,
} from './media-tasks';

/** All work on bytes that strangers sent, done in processes of its own: what breaks there breaks one file. */
export interface MediaWork extends MediaTasks {
  /** Ends the processes; what they were at fails. */
  close(): void;
}

export interface WorkOptions {
  /** The program of the processes, for tests. */
  entry?: string;
  /** Milliseconds for a picture, or for looking into a file. */
  shortMs?: number;
  /** Milliseconds for a film or sound. */
  longMs?: number;
  /** Milliseconds without a sign of life after which a process hangs. */
  silenceMs?: number;
}

/** Under the hour after which the queue would hand the file to somebody else. */
const LONG_MS = 50 * 60_000;
const SHORT_MS = 60_000;
const SILENCE_MS = 2 * 60_000;
/** Milliseconds a process without work is kept. */
const KEPT_MS = 30_000;
/** Bytes of memory above which a process is not kept. */
const KEPT_BYTES = 400 * 1024 * 1024;
const STOPS = 'the server stops';
const OUTPUT_TAIL = 4 * 1024;
/** Megabytes of JavaScript's own; pictures and frames are outside of it. */
const nodeOptions = ['--max-old-space-size=512'];

/** The process ended in the middle of a task: a crash, or somebody killed it. */
class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * Starts processes as they are needed: at most two for pictures and heads of files, which people wait for, and one for
 * films and sounds.
 *
 * Each task throws UnreadableMedia when the file is bad: also when it takes more time or memory than it may, or brings
 * the process down twice. Anything else may pass by itself.
 */
export function createMediaWork(options: WorkOptions = {}): MediaWork {
  const entry = options.entry ?? findEntry();
  const silenceMs = options.silenceMs ?? SILENCE_MS;
  const short = createLane({ entry, most: 2, timeoutMs: options.shortMs ?? SHORT_MS, silenceMs });
  const long = createLane({ entry, most: 1, timeoutMs: options.longMs ?? LONG_MS, silenceMs });
  return {
    inspectPicture: (source) => short.run('inspectPicture', source),
    renderPicture: (source) => short.run('renderPicture', source),
    inspectFilm: (source) => short.run('inspectFilm', source),
    makeFilm: (source) => long.run('makeFilm', source),
    makeRung: (source) => long.run('makeRung', source),
    makePreviews: (source) => long.run('makePreviews', source),
    makeSound: (source) => long.run('makeSound', source),
    close() {
      short.close();
      long.close();
    },
  };
}

/** Beside this file in the source tree, built or not. */
function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'media/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`There is no ${places.join(' or ')}.`);
  return found;
}

interface LaneOptions {
  entry: string;
  most: number;
  timeoutMs: number;
  silenceMs: number;
}

/** Processes for one kind of work, `most` at a time, each at one task at a time. */
function createLane({ entry, most, timeoutMs, silenceMs }: LaneOptions) {
  const inLine = pLimit(most);
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const busy = new Set<ChildProcess>();
  let isClosed = false;

  const take = (): ChildProcess => {
    const [known] = idle.keys();
    if (!known) {
      const child = startProcess(entry);
      child.once('exit', () => {
        clearTimeout(idle.get(child));
        idle.delete(child);
      });
      return child;
    }
    clearTimeout(idle.get(known));
    idle.delete(known);
    return known;
  };
  const keep = (child: ChildProcess, memoryBytes: number) => {
    if (memoryBytes > KEPT_BYTES) return void child.kill('SIGKILL');
    const drop = () => {
      idle.delete(child);
      child.kill('SIGKILL');
    };
    idle.set(child, setTimeout(drop, KEPT_MS).unref());
  };

  async function attempt(name: TaskName, input: unknown): Promise<unknown> {
    if (isClosed) throw new Error(STOPS);
    const child = take();
    busy.add(child);
    setHolding(child, true);
    try {
      const reply = await ask(child, { name, input }, { timeoutMs, silenceMs });
      keep(child, reply.memoryBytes);
      if (reply.type === 'done') return reply.output;
      if (reply.type === 'unreadable') throw new UnreadableMedia(reply.reason, { cause: reply.detail });
      throw new Error(reply.message);
    } finally {
      busy.delete(child);
      setHolding(child, false);
    }
  }

  return {
    run: <N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> =>
      inLine(async () => {
        const again = (error: unknown) => {
          // Our own doing: the file is not to blame, and is worked on after the next start.
          if (isClosed) throw new Error(STOPS, { cause: error });
          // Once more: the system may have ended it for what another did.
          if (error instanceof ProcessDied) return attempt(name, input);
          throw error;
        };
        const stop = (error: unknown) => {
          if (error instanceof ProcessDied && !isClosed)
            throw new UnreadableMedia("This file can't be read.", { cause: error });
          throw error;
        };
        return (await attempt(name, input).catch(again).catch(stop)) as TaskOutput<N>;
      }),
    close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const child of [...idle.keys(), ...busy]) child.kill('SIGKILL');
      idle.clear();
    },
  };
}

/** It gets no part of our environment: no secret, no address of a database. */
function startProcess(entry: string): ChildProcess {
  // From the source tree, in development and tests, it is TypeScript.
  const execArgv = entry.endsWith('.ts') ? [...nodeOptions, '--import', 'tsx'] : nodeOptions;
  const env = { NODE_ENV: 'production' } as const;
  return fork(entry, [], { execArgv, env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

/** Whether our own process waits for the child before it ends by itself. */
function setHolding(child: ChildProcess, isHolding: boolean): void {
  const handles = [child, child.stderr as Socket | null, child.channel];
  for (const handle of handles)
    if (isHolding) handle?.ref();
    else handle?.unref();
}

type LastReply = Exclude<TaskReply, { type: 'alive' }>;

/**
 * Hands a task to a process and waits for its last word.
 *
 * @throws UnreadableMedia when it takes too long or too much, ProcessDied when it ends otherwise.
 */
function ask(
  child: ChildProcess,
  task: { name: TaskName; input: unknown },
  { timeoutMs, silenceMs }: Pick<LaneOptions, 'timeoutMs' | 'silenceMs'>,
): Promise<LastReply> {
  return new Promise((resolve, reject) => {
    let output = '';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearTimeout(silence);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      child.stderr?.off('data', onOutput);
      settle();
    };
    const stop = () => {
      child.kill('SIGKILL');
      end(() => reject(new UnreadableMedia('This file takes too long to read.')));
    };
    const timer = setTimeout(stop, timeoutMs);
    const silence = setTimeout(stop, silenceMs);
    const onOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_TAIL));
    const onMessage = (reply: TaskReply) => {
      if (reply.type === 'alive') silence.refresh();
      else end(() => resolve(reply));
    };
    const onExit = (code: number | null, signal: string | null) =>
      end(() =>
        reject(
          code === TOO_MUCH_MEMORY
            ? new UnreadableMedia('This file takes too much memory to read.')
            : new ProcessDied(`the process ended with ${signal ?? code}\n${output}`),
        ),
      );
    const onError = (error: Error) => end(() => reject(error));
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.stderr?.on('data', onOutput);
    child.send(task, (error) => {
      // It is dead already: its end is told by `exit`, or was before we listened.
      if (error && child.exitCode === null && child.signalCode === null) return;
      if (error) end(() => reject(new ProcessDied(error.message)));
    });
  });
}
