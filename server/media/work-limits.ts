import {
  TooLongToWait,
  UnreadableMedia,
  type BackgroundPace,
  type Pace,
  type TaskName,
  type WorkTurn,
} from './media-tasks';

/** In milliseconds, except for the factor. */
export interface WorkLimits {
  /** How long an image's sender waits for it to be rendered, and before that for its turn. */
  atOnceMs: number;
  /** How long the sender of a video or audio file waits for its inspection to begin. */
  lineMs: number;
  /** How long senders wait for an inspection: of an image, and of a video or audio file. */
  lookMs: number;
  lookFilmMs: number;
  /** Time limit of an image, or of an inspection in the background. */
  shortMs: number;
  /** Minimum and maximum of the time limit of a video or audio file, which is a multiple of its estimate. */
  longMs: number;
  longestMs: number;
  /** A process that gives no sign of life for this long is considered hung. */
  silenceMs: number;
  /** Time limit of a video or audio file while others wait: its estimate times a factor, plus spare time. Inspections, too. */
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
  // A four-hour video takes this long if two cores are busy. Its job expires an hour later.
  longestMs: 4 * 3600 * 1000,
  silenceMs: 2 * 60_000,
  estimateFactor: 1.5,
  spareMs: 3_000,
  spareLookMs: 1_000,
};

/** Maximum estimate of work at each pace, in CPU seconds, so that no work waits for work that takes many times as long. */
export const paceSeconds: Readonly<Record<BackgroundPace, number>> = {
  short: 5,
  brief: 25,
  medium: 125,
  long: 625,
  lengthy: Infinity,
};

/** How much clock time long work may take, as a multiple of its estimate, because other work runs at the same time. */
const CLOCK_FACTOR = 4;

export const shortTasks: ReadonlySet<TaskName> = new Set<TaskName>(['inspectPicture', 'inspectFilm', 'renderPicture']);

/** Inspections for which the sender waits. */
const isLook = (name: TaskName, pace: Pace): boolean =>
  pace === 'look' || (pace === 'atOnce' && name === 'inspectPicture');

type TimedTurn = Pick<WorkTurn, 'pace' | 'seconds' | 'isExtra'>;

/** How many milliseconds a task waits in the queue before it moves to the background; undefined for background tasks. */
export function getMaxWait(
  { pace, maxWaitMs }: Pick<WorkTurn, 'pace' | 'maxWaitMs'>,
  { atOnceMs, lineMs }: WorkLimits,
): number | undefined {
  if (maxWaitMs !== undefined) return maxWaitMs;
  if (pace === 'look') return lineMs;
  return pace === 'atOnce' ? atOnceMs : undefined;
}

/** Time limit of a task in milliseconds of clock time. */
export function getTimeout(
  name: TaskName,
  { pace, seconds = 0, isExtra = false }: TimedTurn,
  limits: WorkLimits,
): number {
  if (pace === 'look') return limits.lookFilmMs;
  if (isLook(name, pace)) return limits.lookMs;
  if (pace === 'atOnce') return limits.atOnceMs;
  if (shortTasks.has(name)) return limits.shortMs;
  // Extra work is limited more, because videos that cannot be played yet wait for it.
  if (isExtra) return limits.longMs;
  return Math.min(limits.longestMs, Math.max(limits.longMs, CLOCK_FACTOR * seconds * 1000));
}

/**
 * CPU milliseconds after which a video or audio file, or its inspection, continues at a slower pace if others wait; Infinity if
 * it is never interrupted. Except for files with false headers, estimates are off by at most half.
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

/** Milliseconds for a process to start. On a busy machine that takes long, so it does not count toward a file's few seconds. */
export const getStartTimeout = (name: TaskName, turn: TimedTurn, limits: WorkLimits): number => {
  const timeoutMs = getTimeout(name, turn, limits);
  const isWaitedFor = turn.pace === 'atOnce' && !isLook(name, turn.pace);
  return isWaitedFor ? timeoutMs : Math.max(limits.shortMs, timeoutMs);
};

export const getTimeoutError = ({ pace }: Pick<WorkTurn, 'pace'>): Error =>
  pace === 'atOnce' || pace === 'look' ? new TooLongToWait() : new UnreadableMedia('This file takes too long to read.');
