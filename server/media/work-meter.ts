import { TooLongForPace, type WorkTurn } from './media-tasks';

/** If the process has not reported for this long, elapsed time counts as used. */
const MAX_SILENCE_MS = 3_000;
const LOOK_EVERY_MS = 500;

export type WorkMeter = ReturnType<typeof createWorkMeter>;

/** Measures a task's CPU time as its process reports it: clock time on a busy machine would include the work on other files. */
export function createWorkMeter() {
  let used = 0;
  // Starting the process does not count.
  let reportedAt = Infinity;
  return {
    report(cpuMs: number): void {
      used = cpuMs;
      reportedAt = performance.now();
    },
    getUsedMs: (): number => used + Math.max(0, performance.now() - reportedAt - MAX_SILENCE_MS),
  };
}

/** Aborts a task with TooLongForPace once it has used more than `allowedMs` and others wait. */
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
    // Without the database nothing else could be served sooner, so the work continues.
    if (await isAwaited().catch(() => false)) controller.abort(new TooLongForPace());
    isAsking = false;
  };
  const timer = allowedMs === Infinity ? undefined : setInterval(() => void look(), LOOK_EVERY_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
