import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFairTurns, TurnTooLate } from '../lib/fair-turns';
import {
  paces,
  TOO_MUCH_MEMORY,
  TooLongForPace,
  TooLongToWait,
  UnreadableMedia,
  WorkInterrupted,
  type Pace,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  type TaskReply,
  type WorkTurn,
} from './media-tasks';

/** All work on bytes that strangers sent, done in processes of its own: what breaks there breaks one file. */
export type MediaWork = {
  [N in TaskName]: (input: TaskInput<N>, turn: WorkTurn) => Promise<TaskOutput<N>>;
} & {
  /** Ends the processes; what they were at fails. */
  close(): void;
};

export interface WorkOptions {
  /** The program of the processes, for tests. */
  entry?: string;
  /** Milliseconds that the sender of a picture waits for it, and before that for its turn. */
  atOnceMs?: number;
  /** Milliseconds that the sender of a file waits until it is looked into. */
  lookMs?: number;
  /** Milliseconds for a picture, or for looking into a file in the background. */
  shortMs?: number;
  /** Least milliseconds for a film or sound whose work was thought to be brief. */
  briefMs?: number;
  /** Milliseconds for any other film or sound. */
  longMs?: number;
  /** Milliseconds without a sign of life after which a process hangs. */
  silenceMs?: number;
}

/** Under the hour after which the queue would hand the file to somebody else. */
const LONG_MS = 50 * 60_000;
/** For work that was thought to be brief or short: this, or so many times what it was thought to take, whichever is more. */
const BRIEF_MS = 60_000;
const SHORT_WORK_MS = 20_000;
const MAX_BRIEF_FACTOR = 4;
const SHORT_MS = 60_000;
const AT_ONCE_MS = 8_000;
const LOOK_MS = 10_000;
const SILENCE_MS = 2 * 60_000;
/** Milliseconds of a processor that work may take without being called slow: twice what the worst small picture does. */
const QUICK_CPU_MS = 2_000;
/** Bytes of memory above which a process is not kept. */
const KEPT_BYTES = 400 * 1024 * 1024;
const STOPS = 'the server stops';
const OUTPUT_TAIL = 4 * 1024;
/** Megabytes of JavaScript's own; pictures and frames are outside of it. */
const nodeOptions = ['--max-old-space-size=512'];

/**
 * Of each pace: processes, how many of them one account may have and how many slow work, how much less the system cares for
 * them than for our own process, and milliseconds that one without work is kept.
 */
const lanes = {
  // The second process is there for the next account's small picture, whatever all others send.
  atOnce: { max: 2, maxPerKey: 1, maxSlow: 1, niceness: 4, keptMs: 10 * 60_000 },
  look: { max: 2, maxPerKey: 1, niceness: 6, keptMs: 30_000 },
  short: { max: 1, niceness: 10, keptMs: 30_000 },
  brief: { max: 1, niceness: 12, keptMs: 30_000 },
  medium: { max: 1, niceness: 15, keptMs: 30_000 },
  lengthy: { max: 1, niceness: 19, keptMs: 30_000 },
} as const satisfies Record<Pace, Pick<LaneOptions, 'max' | 'maxPerKey' | 'maxSlow' | 'niceness' | 'keptMs'>>;

/** Signals by which a program ends for what it did itself; any other came from outside. */
const ownSignals: ReadonlySet<string> = new Set([
  ...['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP', 'SIGPIPE', 'SIGXCPU', 'SIGXFSZ'],
]);

/** The process crashed in the middle of a task. */
class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed';
}

/**
 * Starts processes as they are needed. Accounts take turns at them, and long work has other processes than short work.
 *
 * Each task throws UnreadableMedia when the file is bad: also when it takes more time or memory than it may, or crashes two
 * processes that had nothing else to do. It throws WorkInterrupted when the process was killed twice from outside, which is
 * not the file's fault, TooLongToWait for a picture that cannot be begun or finished while its sender waits, and
 * TooLongForPace for a film or sound that was thought to be brief. Anything else may pass by itself.
 */
export function createMediaWork(options: WorkOptions = {}): MediaWork {
  const entry = options.entry ?? findEntry();
  const limits = {
    atOnceMs: options.atOnceMs ?? AT_ONCE_MS,
    lookMs: options.lookMs ?? LOOK_MS,
    shortMs: options.shortMs ?? SHORT_MS,
    briefMs: options.briefMs ?? BRIEF_MS,
    longMs: options.longMs ?? LONG_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
  };
  const byPace = mapPaces((pace) => createLane({ entry, ...lanes[pace], ...limits }));
  const run =
    <N extends TaskName>(name: N) =>
    (input: TaskInput<N>, turn: WorkTurn): Promise<TaskOutput<N>> =>
      byPace[turn.pace].run(name, input, turn);
  return {
    inspectPicture: run('inspectPicture'),
    renderPicture: run('renderPicture'),
    inspectFilm: run('inspectFilm'),
    transcodeVideo: run('transcodeVideo'),
    makeRung: run('makeRung'),
    makePreviews: run('makePreviews'),
    makeSound: run('makeSound'),
    close() {
      for (const pace of paces) byPace[pace].close();
    },
  };
}

const mapPaces = <T>(make: (pace: Pace) => T): Record<Pace, T> =>
  Object.fromEntries(paces.map((pace) => [pace, make(pace)])) as Record<Pace, T>;

/** Beside this file in the source tree, built or not. */
function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'media/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`There is no ${places.join(' or ')}.`);
  return found;
}

interface LaneOptions extends Required<Omit<WorkOptions, 'entry'>> {
  entry: string;
  max: number;
  maxPerKey?: number;
  maxSlow?: number;
  niceness: number;
  keptMs: number;
}

const shortTasks: ReadonlySet<TaskName> = new Set<TaskName>(['inspectPicture', 'inspectFilm', 'renderPicture']);

/** Whether a file is looked into while its sender waits. */
const isLook = (name: TaskName, pace: Pace): boolean =>
  pace === 'look' || (pace === 'atOnce' && name === 'inspectPicture');

/** Processes for work of one pace, `max` at a time, each at one task at a time. */
function createLane({ entry, max, maxPerKey, maxSlow, niceness, keptMs, ...limits }: LaneOptions) {
  const turns = createFairTurns({ max, maxPerKey, maxSlow });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const busy = new Set<ChildProcess>();
  let isClosed = false;

  const take = (): ChildProcess => {
    const [known] = idle.keys();
    if (!known) {
      const child = startProcess(entry, niceness);
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
    idle.set(child, setTimeout(drop, keptMs).unref());
  };

  const limitOf = (name: TaskName, { pace, seconds = 0 }: Pick<WorkTurn, 'pace' | 'seconds'>): number => {
    if (isLook(name, pace)) return limits.lookMs;
    if (pace === 'atOnce') return limits.atOnceMs;
    if (shortTasks.has(name)) return limits.shortMs;
    if (pace !== 'short' && pace !== 'brief') return limits.longMs;
    return Math.max(pace === 'short' ? SHORT_WORK_MS : limits.briefMs, MAX_BRIEF_FACTOR * seconds * 1000);
  };
  const onTimeoutOf = (name: TaskName, pace: Pace): Error => {
    if (pace === 'atOnce') return new TooLongToWait();
    if ((pace === 'short' || pace === 'brief') && !shortTasks.has(name)) return new TooLongForPace();
    return new UnreadableMedia('This file takes too long to read.');
  };

  async function attempt(
    name: TaskName,
    input: unknown,
    { pace, seconds, isSlow, onCostly }: Pick<WorkTurn, 'pace' | 'seconds' | 'isSlow' | 'onCostly'>,
  ): Promise<unknown> {
    if (isClosed) throw new WorkInterrupted(STOPS);
    const [timeoutMs, silenceMs] = [limitOf(name, { pace, seconds }), limits.silenceMs];
    // A busy machine may be long at starting a process: that is not laid to a file which has only seconds.
    const startMs = isLook(name, pace) ? limits.shortMs : timeoutMs;
    const child = take();
    busy.add(child);
    setHolding(child, true);
    try {
      const onTimeout = () => onTimeoutOf(name, pace);
      const reply = await ask(child, { name, input }, { startMs, timeoutMs, silenceMs, onTimeout });
      keep(child, reply.memoryBytes);
      if (!isSlow && reply.cpuMs > QUICK_CPU_MS) onCostly?.();
      if (reply.type === 'done') return reply.output;
      if (reply.type === 'unreadable') throw new UnreadableMedia(reply.reason, { cause: reply.detail });
      throw new Error(reply.message);
    } catch (error) {
      if (error instanceof TooLongToWait || error instanceof ProcessCrashed) onCostly?.();
      throw error;
    } finally {
      busy.delete(child);
      setHolding(child, false);
    }
  }

  return {
    run<N extends TaskName>(name: N, input: TaskInput<N>, turn: WorkTurn) {
      const { account, seconds } = turn;
      const rank = turn.isSecondStep ? -1 : turn.isExtra ? 1 : 0;
      const maxWaitMs = turn.maxWaitMs ?? (turn.pace === 'atOnce' ? limits.atOnceMs : undefined);
      const work = async () => {
        const again = (error: unknown) => {
          // Our own doing: the file is not to blame, and is worked on after the next start.
          if (isClosed) throw new WorkInterrupted(STOPS, { cause: error });
          if (error instanceof ProcessCrashed || error instanceof WorkInterrupted) return attempt(name, input, turn);
          throw error;
        };
        const stop = (error: unknown) => {
          if (error instanceof ProcessCrashed && !isClosed)
            throw new UnreadableMedia("This file can't be read.", { cause: error });
          throw error;
        };
        const end = turn.onStart?.();
        try {
          return (await attempt(name, input, turn).catch(again).catch(stop)) as TaskOutput<N>;
        } finally {
          end?.();
        }
      };
      return turns
        .run({ key: account, seconds, rank, isSlow: turn.isSlow, maxWaitMs }, work)
        .catch((error: unknown) => {
          // Not its sender's doing: what they send next is not put in the background for it.
          throw error instanceof TurnTooLate ? new TooLongToWait() : error;
        });
    },
    close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const child of [...idle.keys(), ...busy]) child.kill('SIGKILL');
      idle.clear();
    },
  };
}

/** It gets no part of our environment: no secret, no address of a database. */
function startProcess(entry: string, niceness: number): ChildProcess {
  // From the source tree, in development and tests, it is TypeScript.
  const execArgv = entry.endsWith('.ts') ? [...nodeOptions, '--import', 'tsx'] : nodeOptions;
  const env = { NODE_ENV: 'production' } as const;
  return fork(entry, [String(niceness)], {
    execArgv,
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Whether our own process waits for the child before it ends by itself. */
function setHolding(child: ChildProcess, isHolding: boolean): void {
  const handles = [child, child.stderr as Socket | null, child.channel];
  for (const handle of handles)
    if (isHolding) handle?.ref();
    else handle?.unref();
}

type LastReply = Exclude<TaskReply, { type: 'alive' | 'begun' }>;

/**
 * Hands a task to a process and waits for its last word.
 *
 * @throws what `onTimeout` makes when it takes too long, UnreadableMedia when it hangs or takes too much memory,
 * ProcessCrashed and WorkInterrupted when it ends otherwise.
 */
function ask(
  child: ChildProcess,
  task: { name: TaskName; input: unknown },
  {
    startMs,
    timeoutMs,
    silenceMs,
    onTimeout,
  }: Record<'startMs' | 'timeoutMs' | 'silenceMs', number> & { onTimeout(): Error },
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
      end(() => reject(onTimeout()));
    };
    let timer = setTimeout(stop, startMs);
    const begin = () => {
      if (startMs === timeoutMs) return;
      clearTimeout(timer);
      timer = setTimeout(stop, timeoutMs);
    };
    const silence = setTimeout(stop, silenceMs);
    const onOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_TAIL));
    const onMessage = (reply: TaskReply) => {
      if (reply.type === 'alive') silence.refresh();
      else if (reply.type === 'begun') begin();
      else end(() => resolve(reply));
    };
    const onExit = (code: number | null, signal: string | null) => {
      const how = `the process ended with ${signal ?? code}\n${output}`;
      end(() => {
        if (code === TOO_MUCH_MEMORY) reject(new UnreadableMedia('This file takes too much memory to read.'));
        else reject(signal === null || ownSignals.has(signal) ? new ProcessCrashed(how) : new WorkInterrupted(how));
      });
    };
    const onError = (error: Error) => end(() => reject(error));
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.stderr?.on('data', onOutput);
    child.send(task, (error) => {
      // It is dead already: its end is told by `exit`, or was before we listened.
      if (error && child.exitCode === null && child.signalCode === null) return;
      if (error) end(() => reject(new WorkInterrupted(error.message)));
    });
  });
}
