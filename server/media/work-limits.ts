import {
  TooLongToWait,
  UnreadableMedia,
  type BackgroundPace,
  type Pace,
  type TaskName,
  type WorkTurn,
} from './media-tasks';

/** Milliseconds, each of them but the factor. */
export interface WorkLimits {
  /** For which the sender of a picture waits for it, and before that for its turn. */
  atOnceMs: number;
  /** For which the sender of a film or sound waits for its turn to be looked into. */
  lineMs: number;
  /** For which the sender of a picture, and of a film or sound, waits while it is looked into. */
  lookMs: number;
  lookFilmMs: number;
  /** For a picture, or for looking into a file in the background. */
  shortMs: number;
  /** For a film or sound at least, and at most: in between, a multiple of its estimate. */
  longMs: number;
  longestMs: number;
  /** Without a sign of life, after which a process hangs. */
  silenceMs: number;
  /** For a film or sound while others wait: so many times its estimate, and milliseconds beside that, also of a look into it. */
  estimateFactor: number;
  spareMs: number;
  spareLookMs: number;
}

export const defaultLimits: WorkLimits = {
  atOnceMs: 8_000,
  lineMs: 2_000,
  lookMs: 10_000,
  lookFilmMs: 3_000,
  shortMs: 60_000,
  longMs: 50 * 60_000,
  // A film of four hours takes that long where two cores are busy; the queue waits an hour longer.
  longestMs: 4 * 3600 * 1000,
  silenceMs: 2 * 60_000,
  estimateFactor: 1.5,
  spareMs: 3_000,
  spareLookMs: 1_000,
};

/** Seconds of a processor that the longest work of a pace is estimated at: work waits for none that is many times as long. */
export const paceSeconds: Readonly<Record<BackgroundPace, number>> = {
  short: 5,
  brief: 25,
  medium: 125,
  long: 625,
  lengthy: Infinity,
};

/** How many times its estimate long work may take by the clock: other work is done beside it. */
const CLOCK_FACTOR = 4;

export const shortTasks: ReadonlySet<TaskName> = new Set<TaskName>(['inspectPicture', 'inspectFilm', 'renderPicture']);

/** Whether a file is looked into while its sender waits. */
const isLook = (name: TaskName, pace: Pace): boolean =>
  pace === 'look' || (pace === 'atOnce' && name === 'inspectPicture');

type TimedTurn = Pick<WorkTurn, 'pace' | 'seconds' | 'isExtra'>;

/** Milliseconds in line after which a task is finished in the background; undefined for what is there already. */
export function getMaxWait(
  { pace, maxWaitMs }: Pick<WorkTurn, 'pace' | 'maxWaitMs'>,
  { atOnceMs, lineMs }: WorkLimits,
): number | undefined {
  if (maxWaitMs !== undefined) return maxWaitMs;
  if (pace === 'look') return lineMs;
  return pace === 'atOnce' ? atOnceMs : undefined;
}

/** Milliseconds that a task may take by the clock. */
export function getTimeout(
  name: TaskName,
  { pace, seconds = 0, isExtra = false }: TimedTurn,
  limits: WorkLimits,
): number {
  if (pace === 'look') return limits.lookFilmMs;
  if (isLook(name, pace)) return limits.lookMs;
  if (pace === 'atOnce') return limits.atOnceMs;
  if (shortTasks.has(name)) return limits.shortMs;
  // Films that cannot be played yet wait behind it.
  if (isExtra) return limits.longMs;
  return Math.min(limits.longestMs, Math.max(limits.longMs, CLOCK_FACTOR * seconds * 1000));
}

/**
 * Milliseconds of a processor after which work on a film or sound, or a look into it, goes on at a slower pace if others wait. Estimates are right by
 * half, except those of files that lie. Infinity for what is never interrupted.
 */
export function getAllowedMs(
  name: TaskName,
  { pace, seconds = 0, isExtra = false }: TimedTurn,
  { estimateFactor, spareMs, spareLookMs }: WorkLimits,
): number {
  const isWaitedFor = pace === 'atOnce' || pace === 'look';
  const isLookLater = name === 'inspectFilm';
  if (isWaitedFor || pace === 'lengthy' || (shortTasks.has(name) && !isLookLater) || isExtra) return Infinity;
  return estimateFactor * seconds * 1000 + (isLookLater ? spareLookMs : spareMs);
}

/** Milliseconds for a process to start: a busy machine may be long at it, which is not laid to a file that has only seconds. */
export const getStartTimeout = (name: TaskName, turn: TimedTurn, limits: WorkLimits): number => {
  const timeoutMs = getTimeout(name, turn, limits);
  const isWaitedFor = turn.pace === 'atOnce' && !isLook(name, turn.pace);
  return isWaitedFor ? timeoutMs : Math.max(limits.shortMs, timeoutMs);
};

export const getTimeoutError = ({ pace }: Pick<WorkTurn, 'pace'>): Error =>
  pace === 'atOnce' || pace === 'look' ? new TooLongToWait() : new UnreadableMedia('This file takes too long to read.');
