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
import { defaultLimits, getStartTimeout, getTimeout, getTimeoutError, type WorkLimits } from './work-limits';

/** All work on bytes that strangers sent, done in processes of its own: what breaks there breaks one file. */
export type MediaWork = {
  [N in TaskName]: (input: TaskInput<N>, turn: WorkTurn) => Promise<TaskOutput<N>>;
} & {
  /** Ends the processes; what they were at fails. */
  close(): void;
};

/** Limits in place of the default ones, and the program of the processes: for tests. */
export type WorkOptions = Partial<WorkLimits> & { entry?: string };

/** Milliseconds of a processor that work may take without being called slow: twice what the worst small picture does. */
const QUICK_CPU_MS = 2_000;
/** Bytes of memory above which a process is not kept. */
const KEPT_BYTES = 400 * 1024 * 1024;
const STOPS = 'the server stops';

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

/**
 * Starts processes as they are needed. Accounts take turns at them, and long work has other processes than short work.
 *
 * Each task throws UnreadableMedia when the file is bad: also when it takes more time or memory than it may, or crashes two
 * processes that had nothing else to do. It throws WorkInterrupted when the process was killed twice from outside, which is
 * not the file's fault, TooLongToWait for a picture that cannot be begun or finished while its sender waits, and
 * TooLongForPace for a film or sound that takes many times as long as estimated. Anything else may pass by itself.
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
  niceness: number;
  keptMs: number;
}

/** Processes that wait for their next task, for a while. */
function createIdleProcesses({ entry, niceness, keptMs }: Pick<LaneOptions, 'entry' | 'niceness' | 'keptMs'>) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  return {
    take(): ChildProcess {
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
    },

    keep(child: ChildProcess, memoryBytes: number): void {
      if (memoryBytes > KEPT_BYTES) return void child.kill('SIGKILL');
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

/** Processes for work of one pace, `max` at a time, each at one task at a time. */
function createLane({ entry, limits, max, maxPerKey, maxSlow, niceness, keptMs }: LaneOptions) {
  const turns = createFairTurns({ max, maxPerKey, maxSlow });
  const processes = createIdleProcesses({ entry, niceness, keptMs });
  const busy = new Set<ChildProcess>();
  let isClosed = false;

  async function attempt(name: TaskName, input: unknown, turn: WorkTurn): Promise<unknown> {
    if (isClosed) throw new WorkInterrupted(STOPS);
    const [startMs, timeoutMs] = [getStartTimeout(name, turn, limits), getTimeout(name, turn, limits)];
    const { isSlow, onCostly } = turn;
    const child = processes.take();
    busy.add(child);
    setHolding(child, true);
    try {
      const onTimeout = () => getTimeoutError(name, turn);
      const limitsOfTask = { startMs, timeoutMs, silenceMs: limits.silenceMs, onTimeout };
      const reply = await ask(child, { name, input }, limitsOfTask);
      processes.keep(child, reply.memoryBytes);
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
        const startedAt = performance.now();
        try {
          return (await attempt(name, input, turn).catch(again).catch(stop)) as TaskOutput<N>;
        } finally {
          end?.();
          turn.onWorked?.((performance.now() - startedAt) / 1000);
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
      for (const child of busy) child.kill('SIGKILL');
      processes.close();
    },
  };
}
