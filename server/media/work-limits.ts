import {
  TooLongToWait,
  UnreadableMedia,
  type BackgroundPace,
  type Pace,
  type TaskName,
  type WorkTurn,
} from './media-tasks';

/** Milliseconds, except for the factor. */
export interface WorkLimits {
  /** How long the sender of an image waits for it, and before that for its turn. */
  atOnceMs: number;
  /** How long the sender of a video or audio file waits for the turn of its inspection. */
  lineMs: number;
  /** How long senders wait for the inspection: of an image, and of a video or audio file. */
  lookMs: number;
  lookFilmMs: number;
  /** Limit for an image, or for an inspection in the background. */
  shortMs: number;
  /** Minimum and maximum of the limit for a video or audio file, which is a multiple of its estimate. */
  longMs: number;
  longestMs: number;
  /** A process without a sign of life for this long hangs. */
  silenceMs: number;
  /** Limit for a video or audio file while others wait: a multiple of its estimate, plus spare time; also for inspections. */
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
  // A video of four hours takes this long if two cores are busy; its job expires an hour later.
  longestMs: 4 * 3600 * 1000,
  silenceMs: 2 * 60_000,
  estimateFactor: 1.5,
  spareMs: 3_000,
  spareLookMs: 1_000,
};

/** Maximum estimate of work at each pace, in CPU seconds: no work waits for other work that is many times as long. */
export const paceSeconds: Readonly<Record<BackgroundPace, number>> = {
  short: 5,
  brief: 25,
  medium: 125,
  long: 625,
  lengthy: Infinity,
};

/** Clock time that long work may take, as a multiple of its estimate: other work runs at the same time. */
const CLOCK_FACTOR = 4;

export const shortTasks: ReadonlySet<TaskName> = new Set<TaskName>(['inspectPicture', 'inspectFilm', 'renderPicture']);

/** Inspections for which the sender waits. */
const isLook = (name: TaskName, pace: Pace): boolean =>
  pace === 'look' || (pace === 'atOnce' && name === 'inspectPicture');

type TimedTurn = Pick<WorkTurn, 'pace' | 'seconds' | 'isExtra'>;

/** Milliseconds in the queue before a task moves to the background; undefined for background tasks. */
export function getMaxWait(
  { pace, maxWaitMs }: Pick<WorkTurn, 'pace' | 'maxWaitMs'>,
  { atOnceMs, lineMs }: WorkLimits,
): number | undefined {
  if (maxWaitMs !== undefined) return maxWaitMs;
  if (pace === 'look') return lineMs;
  return pace === 'atOnce' ? atOnceMs : undefined;
}

/** Milliseconds of clock time. */
export function getTimeout(
  name: TaskName,
  { pace, seconds = 0, isExtra = false }: TimedTurn,
  limits: WorkLimits,
): number {
  if (pace === 'look') return limits.lookFilmMs;
  if (isLook(name, pace)) return limits.lookMs;
  if (pace === 'atOnce') return limits.atOnceMs;
  if (shortTasks.has(name)) return limits.shortMs;
  // Videos that cannot be played yet wait for it.
  if (isExtra) return limits.longMs;
  return Math.min(limits.longestMs, Math.max(limits.longMs, CLOCK_FACTOR * seconds * 1000));
}

/**
 * CPU milliseconds after which a video or audio file, or its inspection, continues at a slower pace if others wait. Estimates are
 * accurate to half, except for files with false headers. Infinity for work that is never interrupted.
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

/** Milliseconds for a process to start. A busy machine can take long, which does not count for a file that has only seconds. */
export const getStartTimeout = (name: TaskName, turn: TimedTurn, limits: WorkLimits): number => {
  const timeoutMs = getTimeout(name, turn, limits);
  const isWaitedFor = turn.pace === 'atOnce' && !isLook(name, turn.pace);
  return isWaitedFor ? timeoutMs : Math.max(limits.shortMs, timeoutMs);
};

export const getTimeoutError = ({ pace }: Pick<WorkTurn, 'pace'>): Error =>
  pace === 'atOnce' || pace === 'look' ? new TooLongToWait() : new UnreadableMedia('This file takes too long to read.');
