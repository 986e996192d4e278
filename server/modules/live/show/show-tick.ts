import type { ServerContext } from '../../../context';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { repeatWork } from '../../../lib/repeat-work';
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

/** Runs in every process: one of them ends an overdue show, and each notifies its own sockets. */
export function createShowTick(deps: TickDeps) {
  const { repository, watch, presence, clock, failures } = deps;

  async function endDue(now: Date): Promise<void> {
    const hostBy = new Date(now.getTime() - HOST_GRACE_MS);
    const preparedBy = new Date(now.getTime() - PREPARED_MS);
    const isDue = ({ state, hostUntil }: ShowRow): boolean =>
      state === 'prepared' || (hostUntil !== null && hostUntil <= hostBy);
    await eachOrThrow(await repository.listDue({ hostBy, preparedBy }), ({ id, isClosed }) =>
      // An operator who closes an account does not have to end its show as well.
      endShow(deps, { id, now, ...(isClosed ? { by: 'operator' } : { by: 'hostGone', isDue }) }),
    );
  }

  /** A show that cannot be ended must not stop the others, or the events of all. */
  const tick = (now: Date): Promise<void> => eachOrThrow([endDue, watch.checkAll], (work) => work(now));

  return {
    tick,

    /** Starts the regular tick. @returns a function that stops it and waits for running work */
    start(): () => Promise<void> {
      const onError = (error: unknown) => failures.report('background', 'show timer', error);
      const stops = [
        repeatWork(() => tick(clock.now()), { everyMs: TICK_MS, onError }),
        repeatWork(presence.beat, { everyMs: BEAT_MS, onError }),
      ];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}
