import { TooLongForPace, type WorkTurn } from './media-tasks';

/** Time without a report of the process after which elapsed time counts as used. */
const MAX_SILENCE_MS = 3_000;
const LOOK_EVERY_MS = 500;

export type WorkMeter = ReturnType<typeof createWorkMeter>;

/** CPU time of a task as reported by its process: on a busy machine, clock time would charge a file for the work on others. */
export function createWorkMeter() {
  let used = 0;
  // The start of the process does not count.
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
    // Without a database nothing else can be served sooner, so the work continues.
    if (await isAwaited().catch(() => false)) controller.abort(new TooLongForPace());
    isAsking = false;
  };
  const timer = allowedMs === Infinity ? undefined : setInterval(() => void look(), LOOK_EVERY_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
