import { findEntry } from './media-process';
import { paces, type Pace, type TaskInput, type TaskName, type TaskOutput, type WorkTurn } from './media-tasks';
import { defaultLimits, type WorkLimits } from './work-limits';
import { createLane, type LaneOptions } from './work-lane';

/** All work on uploaded bytes runs in separate processes, so that a crash affects only one file. */
export type MediaWork = {
  [N in TaskName]: (input: TaskInput<N>, turn: WorkTurn) => Promise<TaskOutput<N>>;
} & {
  close(): void;
};

/** For tests. */
export type WorkOptions = Partial<WorkLimits> & { entry?: string };

/** Accounts with up to this much recent work count as equal; then the smaller file is next. */
const EVEN_MS = 5_000;
/**
 * For each pace: how many processes it has, how many of those one account, slow work, or busy accounts may use, their niceness
 * relative to this process, and how many milliseconds an idle one is kept.
 */
const lanes = {
  // Leaves the second process to a small image of another account.
  atOnce: { max: 2, maxPerKey: 1, maxSlow: 1, evenMs: EVEN_MS, niceness: 4, keptMs: 10 * 60_000 },
  // Leaves it to a small video, or to accounts whose inspections have recently taken little time.
  look: { max: 2, maxPerKey: 1, maxSlow: 1, maxBusy: 1, evenMs: EVEN_MS, niceness: 6, keptMs: 30_000 },
  // Two processes, so that a file that takes longer than estimated does not block the others.
  short: { max: 2, niceness: 8, keptMs: 30_000 },
  brief: { max: 2, niceness: 11, keptMs: 30_000 },
  medium: { max: 1, niceness: 14, keptMs: 30_000 },
  long: { max: 1, niceness: 17, keptMs: 30_000 },
  lengthy: { max: 1, niceness: 19, keptMs: 30_000 },
} as const satisfies Record<Pace, Omit<LaneOptions, 'entry' | 'limits'>>;

/**
 * Starts processes on demand. Accounts take turns, and long work has other processes than short work.
 *
 * Each task throws UnreadableMedia if the file is bad, which includes exceeding the limits of time or memory and, for an image
 * or an inspection, crashing two processes. It throws WorkInterrupted if the process was killed twice from outside, which is
 * not the file's fault; TooLongToWait if an image or an inspection cannot start or finish while its sender waits; and
 * TooLongForPace if a video or audio file takes longer than estimated while others wait. Other errors may be temporary.
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
