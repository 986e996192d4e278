import { TooLongForPace, type WorkTurn } from './media-tasks';

/** Milliseconds without a report of a process after which the time that passes counts as used. */
const MAX_SILENCE_MS = 3_000;
/** Milliseconds between looks at what work has used. */
const LOOK_EVERY_MS = 500;

export type WorkMeter = ReturnType<typeof createWorkMeter>;

/**
 * Milliseconds of a processor that a task has used, as its process reports them: on a busy machine the clock would charge a file
 * with the work on others.
 */
export function createWorkMeter() {
  let used = 0;
  // Until it has begun, its process starts, which is not laid to the file.
  let reportedAt = Infinity;
  return {
    report(cpuMs: number): void {
      used = cpuMs;
      reportedAt = performance.now();
    },
    /** A process that is too busy to report is taken for working. */
    getUsedMs: (): number => used + Math.max(0, performance.now() - reportedAt - MAX_SILENCE_MS),
  };
}

/** Ends a task with TooLongForPace by its signal, once it used more than `allowedMs` and others wait. */
export function giveWayAfter(
  allowedMs: number,
  meter: WorkMeter,
  { isAwaited = async () => true }: Pick<WorkTurn, 'isAwaited'>,
): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let isAsking = false;
  const look = async () => {
    if (isAsking || meter.getUsedMs() <= allowedMs) return;
    isAsking = true;
    // In an outage of the database nobody can be served sooner: the work goes on.
    if (await isAwaited().catch(() => false)) controller.abort(new TooLongForPace());
    isAsking = false;
  };
  const timer = allowedMs === Infinity ? undefined : setInterval(() => void look(), LOOK_EVERY_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
