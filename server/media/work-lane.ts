import type { ChildProcess } from 'node:child_process';
import { createFairTurns, TurnTooLate } from '../lib/fair-turns';
import { createIdleProcesses, type IdleProcesses } from './idle-processes';
import { ask, ProcessCrashed, setHolding } from './media-process';
import {
  TooLongToWait,
  UnreadableMedia,
  WorkInterrupted,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  type WorkTurn,
} from './media-tasks';
import {
  getAllowedMs,
  getMaxWait,
  getStartTimeout,
  getTimeout,
  getTimeoutError,
  shortTasks,
  type WorkLimits,
} from './work-limits';
import { createWorkMeter, giveWayAfter } from './work-meter';

/** Work that takes longer counts as slow. This is twice the CPU time of the worst small image. */
const QUICK_CPU_MS = 2_000;

const STOPS = 'the server is stopping';

export interface LaneOptions {
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

interface Lane {
  limits: WorkLimits;
  processes: IdleProcesses;
  busy: Set<ChildProcess>;
  isClosed: boolean;
}

/** Runs the tasks of one pace, in processes of its own. */
export function createLane({ entry, limits, niceness, keptMs, ...places }: LaneOptions) {
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
          // A long queue does not make the image costly, so `onCostly` is not called.
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

/** Runs a task whose turn has come. If the process crashes or is killed, tries once more in another process. */
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
    // Libraries occasionally crash on good videos, for example by freeing memory too early, so the job queue retries those.
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
    // Closing kills the process. The file is not at fault, and will be processed after the next start.
    if (lane.isClosed) throw new WorkInterrupted(STOPS, { cause: error });
    // In a new process, because a reused one may be damaged by an earlier file.
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
  // Before inspection, only a video's size is known, and even a large one may be quick to inspect.
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
