import { TooLongForPace, TooLongToWait, UnreadableMedia, type Pace, type TaskName, type WorkTurn } from './media-tasks';

/** Milliseconds, each of them. */
export interface WorkLimits {
  /** For which the sender of a picture waits for it, and before that for its turn. */
  atOnceMs: number;
  /** For which the sender of a file waits until it is looked into. */
  lookMs: number;
  /** For a picture, or for looking into a file in the background. */
  shortMs: number;
  /** For a film or sound, beside a multiple of its estimate: nothing is done in less. The latter when it is not trusted much. */
  floorMs: number;
  strictFloorMs: number;
  /** For a film or sound at most. */
  longMs: number;
  /** Without a sign of life, after which a process hangs. */
  silenceMs: number;
}

export const defaultLimits: WorkLimits = {
  atOnceMs: 8_000,
  lookMs: 10_000,
  shortMs: 60_000,
  floorMs: 4_000,
  strictFloorMs: 1_000,
  // Under the hour after which the queue would hand the file to somebody else.
  longMs: 50 * 60_000,
  silenceMs: 2 * 60_000,
};

/** How many times its estimate a film or sound may take before it goes on at a slower pace. */
const MAX_ESTIMATE_FACTOR = 4;
const STRICT_ESTIMATE_FACTOR = 1.25;

const shortTasks: ReadonlySet<TaskName> = new Set<TaskName>(['inspectPicture', 'inspectFilm', 'renderPicture']);

type TimedTurn = Pick<WorkTurn, 'pace' | 'seconds' | 'isExtra' | 'isStrict'>;

/** Whether a file is looked into while its sender waits. */
const isLook = (name: TaskName, pace: Pace): boolean =>
  pace === 'look' || (pace === 'atOnce' && name === 'inspectPicture');

/** An estimate is only a forecast: at each pace but the slowest, work that belies it gives way. What is extra is slow anyway. */
const canGoOnSlower = (name: TaskName, { pace, isExtra = false }: TimedTurn): boolean =>
  !shortTasks.has(name) && !isExtra && pace !== 'lengthy';

/** Milliseconds that a task may take. */
export function getTimeout(name: TaskName, turn: TimedTurn, limits: WorkLimits): number {
  const { pace, seconds = 0 } = turn;
  if (isLook(name, pace)) return limits.lookMs;
  if (pace === 'atOnce') return limits.atOnceMs;
  if (shortTasks.has(name)) return limits.shortMs;
  if (!canGoOnSlower(name, turn)) return limits.longMs;
  const mostMs = turn.isStrict
    ? STRICT_ESTIMATE_FACTOR * seconds * 1000 + limits.strictFloorMs
    : MAX_ESTIMATE_FACTOR * seconds * 1000 + limits.floorMs;
  return Math.min(limits.longMs, mostMs);
}

/** Milliseconds for a process to start: a busy machine may be long at it, which is not laid to a file that has only seconds. */
export const getStartTimeout = (name: TaskName, turn: TimedTurn, limits: WorkLimits): number => {
  const timeoutMs = getTimeout(name, turn, limits);
  const isWaitedFor = turn.pace === 'atOnce' && !isLook(name, turn.pace);
  return isWaitedFor ? timeoutMs : Math.max(limits.shortMs, timeoutMs);
};

export function getTimeoutError(name: TaskName, turn: TimedTurn): Error {
  if (turn.pace === 'atOnce') return new TooLongToWait();
  if (turn.pace !== 'look' && canGoOnSlower(name, turn)) return new TooLongForPace();
  return new UnreadableMedia('This file takes too long to read.');
}
