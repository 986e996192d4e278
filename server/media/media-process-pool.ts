import type { ChildProcess } from 'node:child_process';
import { createFairTurns, TurnTooLate } from '../lib/fair-turns';
import { ask, findEntry, ProcessCrashed, setHolding, startProcess } from './media-process';
import {
  paces,
  TooLongToWait,
  UnreadableMedia,
  WorkInterrupted,
  type Pace,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  type WorkTurn,
} from './media-tasks';
import {
  defaultLimits,
  getAllowedMs,
  getMaxWait,
  getStartTimeout,
  getTimeout,
  getTimeoutError,
  shortTasks,
  type WorkLimits,
} from './work-limits';
import { createWorkMeter, giveWayAfter } from './work-meter';

/** All work on uploaded bytes, in separate processes: a crash there affects one file. */
export type MediaWork = {
  [N in TaskName]: (input: TaskInput<N>, turn: WorkTurn) => Promise<TaskOutput<N>>;
} & {
  close(): void;
};

/** For tests. */
export type WorkOptions = Partial<WorkLimits> & { entry?: string };

/** Work that takes more counts as slow: twice the CPU time of the worst small image. */
const QUICK_CPU_MS = 2_000;
/** A process that holds more memory is not reused. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024;
/** Accounts with up to this much recent work count as equal: the smaller file is next. */
const EVEN_MS = 5_000;
const STOPS = 'the server is stopping';

/**
 * For each pace: the number of processes, how many of them one account, slow work and busy accounts can use, their niceness
 * relative to this process, and the milliseconds that an idle one is kept.
 */
const lanes = {
  // Reserves the second process for a small image of another account.
  atOnce: { max: 2, maxPerKey: 1, maxSlow: 1, evenMs: EVEN_MS, niceness: 4, keptMs: 10 * 60_000 },
  // Likewise for a small video, and for accounts whose inspections took little time lately.
  look: { max: 2, maxPerKey: 1, maxSlow: 1, maxBusy: 1, evenMs: EVEN_MS, niceness: 6, keptMs: 30_000 },
  // Two, so that a file that takes longer than estimated does not block the others.
  short: { max: 2, niceness: 8, keptMs: 30_000 },
  brief: { max: 2, niceness: 11, keptMs: 30_000 },
  medium: { max: 1, niceness: 14, keptMs: 30_000 },
  long: { max: 1, niceness: 17, keptMs: 30_000 },
  lengthy: { max: 1, niceness: 19, keptMs: 30_000 },
} as const satisfies Record<Pace, Omit<LaneOptions, 'entry' | 'limits'>>;

/**
 * Starts processes on demand. Accounts take turns, and long work runs in other processes than short work.
 *
 * Each task throws UnreadableMedia if the file is bad, which includes exceeding the limits of time or memory and, for an image or
 * an inspection, crashing two processes. It throws WorkInterrupted if the process was killed twice from outside, which is not the
 * file's fault, TooLongToWait if an image or an inspection cannot start or finish while its sender waits, and TooLongForPace if a
 * video or audio file takes longer than estimated while others wait. Other errors can be temporary.
 */
export function createMediaWork(options: WorkOptions = {}): MediaWork {
  const { entry = findEntry(), ...given } = options;
  const limits = { ...defaultLimits, ...given };
  const byPace = mapPaces((pace) => createLane({ entry, limits, ...lanes[pace] }));
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

interface LaneOptions {
  entry: string;
  limits: WorkLimits;
  max: number;
  maxPerKey?: number;
  maxSlow?: number;
  maxBusy?: number;
  evenMs?: number;
  niceness: number;
  keptMs: number;
}

function createIdleProcesses({ entry, niceness, keptMs }: Pick<LaneOptions, 'entry' | 'niceness' | 'keptMs'>) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const start = (): ChildProcess => {
    const child = startProcess(entry, niceness);
    child.once('exit', () => {
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    return child;
  };
  return {
    start,

    take(): ChildProcess {
      const [waiting] = idle.keys();
      if (!waiting) return start();
      clearTimeout(idle.get(waiting));
      idle.delete(waiting);
      return waiting;
    },

    keep(child: ChildProcess, memoryBytes: number): void {
      if (memoryBytes > MAX_IDLE_BYTES) return void child.kill('SIGKILL');
      const drop = () => {
        idle.delete(child);
        child.kill('SIGKILL');
      };
      idle.set(child, setTimeout(drop, keptMs).unref());
    },

    close(): void {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}

interface Lane {
  limits: WorkLimits;
  processes: ReturnType<typeof createIdleProcesses>;
  busy: Set<ChildProcess>;
  isClosed: boolean;
}

function createLane({ entry, limits, niceness, keptMs, ...places }: LaneOptions) {
  const turns = createFairTurns(places);
  const processes = createIdleProcesses({ entry, niceness, keptMs });
  const lane: Lane = { limits, processes, busy: new Set(), isClosed: false };
  return {
    run<N extends TaskName>(name: N, input: TaskInput<N>, turn: WorkTurn): Promise<TaskOutput<N>> {
      const { account, seconds, isSlow } = turn;
      const rank = turn.isSecondStep ? -1 : turn.isExtra ? 1 : 0;
      const maxWaitMs = getMaxWait(turn, limits);
      return turns
        .run({ key: account, seconds, rank, isSlow, maxWaitMs }, () => runTask(lane, name, input, turn))
        .catch((error: unknown) => {
          // A long queue is not the sender's fault, so this is no reason to call `onCostly`.
          throw error instanceof TurnTooLate ? new TooLongToWait() : error;
        });
    },
    close() {
      lane.isClosed = true;
      for (const child of lane.busy) child.kill('SIGKILL');
      processes.close();
    },
  };
}

/** Runs a task whose turn has come; in a second process if the first crashes or is killed. */
async function runTask<N extends TaskName>(
  lane: Lane,
  name: N,
  input: TaskInput<N>,
  turn: WorkTurn,
): Promise<TaskOutput<N>> {
  const end = turn.onStart?.();
  try {
    return (await attemptTwice(lane, name, input, turn)) as TaskOutput<N>;
  } catch (error) {
    // Libraries can crash on good videos now and then, for example by freeing memory too early. The queue retries some times.
    if (error instanceof ProcessCrashed && !lane.isClosed && shortTasks.has(name))
      throw new UnreadableMedia("This file can't be read.", { cause: error });
    throw error;
  } finally {
    end?.();
  }
}

async function attemptTwice(lane: Lane, name: TaskName, input: unknown, turn: WorkTurn): Promise<unknown> {
  try {
    return await attempt(lane, name, input, turn);
  } catch (error) {
    // Closing kills the process. The file is not at fault, and is processed after the next start.
    if (lane.isClosed) throw new WorkInterrupted(STOPS, { cause: error });
    // In a new process: a reused one can suffer from an earlier file.
    if (error instanceof ProcessCrashed || error instanceof WorkInterrupted)
      return attempt(lane, name, input, turn, lane.processes.start);
    throw error;
  }
}

async function attempt(
  { limits, processes, busy, isClosed }: Lane,
  name: TaskName,
  input: unknown,
  turn: WorkTurn,
  takeProcess = processes.take,
): Promise<unknown> {
  if (isClosed) throw new WorkInterrupted(STOPS);
  const { isSlow = false, onCostly } = turn;
  // For videos only the size is known in advance, and a large one can be quick to inspect.
  const isKnownSlow = isSlow && turn.pace !== 'look';
  const meter = createWorkMeter();
  const overrun = giveWayAfter(getAllowedMs(name, turn, limits), meter, turn);
  const child = takeProcess();
  busy.add(child);
  setHolding(child, true);
  try {
    const reply = await ask(
      child,
      { name, input },
      {
        startMs: getStartTimeout(name, turn, limits),
        timeoutMs: getTimeout(name, turn, limits),
        silenceMs: limits.silenceMs,
        onTimeout: () => getTimeoutError(turn),
        onUsed: meter.report,
        signal: overrun.signal,
      },
    );
    meter.report(reply.cpuMs);
    processes.keep(child, reply.memoryBytes);
    if (!isKnownSlow && reply.cpuMs > QUICK_CPU_MS) onCostly?.();
    if (reply.type === 'done') return reply.output;
    if (reply.type === 'unreadable') throw new UnreadableMedia(reply.reason, { cause: reply.detail });
    throw new Error(reply.message);
  } catch (error) {
    if (error instanceof TooLongToWait || error instanceof ProcessCrashed) onCostly?.();
    throw error;
  } finally {
    busy.delete(child);
    setHolding(child, false);
    overrun.stop();
    turn.onWorked?.(meter.getUsedMs() / 1000);
  }
}
