import type { ServerContext } from '../../../context';
import type { ShowPresence } from './room/show-presence';
import type { ShowWatch } from './room/show-watch';
import { endShow } from './end-show';
import { HOST_GRACE_MS, PREPARED_MS } from './show-clock';
import type { ShowDeps } from './show-deps';
import type { ShowRow } from './show-repository';

const TICK_MS = 1_000;
const BEAT_MS = 10_000;

interface TickDeps extends ShowDeps, Pick<ServerContext, 'failures'> {
  watch: ShowWatch;
  presence: Pick<ShowPresence, 'beat'>;
}

/** Ends shows by time. It runs in every process: the first one ends a show, and each tells its own sockets. */
export function createShowTick(deps: TickDeps) {
  const { repository, watch, presence, clock, failures } = deps;

  async function tick(now: Date): Promise<void> {
    const hostBy = new Date(now.getTime() - HOST_GRACE_MS);
    const preparedBy = new Date(now.getTime() - PREPARED_MS);
    const isDue = ({ state, hostUntil }: ShowRow): boolean =>
      state === 'prepared' || (hostUntil !== null && hostUntil <= hostBy);
    for (const { id } of await repository.listOverdue({ hostBy, preparedBy }))
      await endShow(deps, { id, by: 'hostGone', now, isDue });
    await watch.checkAll(now);
  }

  /** Runs `work` every so often, never twice at once. */
  function repeat(work: () => Promise<void>, ms: number): () => Promise<void> {
    let running: Promise<void> | null = null;
    const timer = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => failures.report('background', 'shows', error))
        .finally(() => (running = null));
    }, ms);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }

  return {
    tick,

    /** @returns a function that stops it, and waits for what runs. */
    start(): () => Promise<void> {
      const stops = [repeat(() => tick(clock.now()), TICK_MS), repeat(presence.beat, BEAT_MS)];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}
