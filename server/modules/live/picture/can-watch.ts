import type { CanWatch } from '../../../http/stream-routes';
import { isGuestKey } from '../../../lib/guest-key';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { PictureDeps } from './picture-deps';

/** Answers are cached, because many viewers request many segments. Must stay below the ten seconds of Promises A-4. */
const ANSWER_MS = 4_000;
const GUEST_SEEN_MS = 10_000;
const MOST_VIEWERS = 20_000;

/** Whether a viewer can get live segments now. Also marks guests as present, since nothing else does. */
export function createCanWatch({
  clock,
  entry,
  presence,
}: Pick<PictureDeps, 'clock' | 'entry' | 'presence'>): CanWatch {
  const now = () => clock.now().getTime();
  const answers = createTtlCache<string | null>({ ttlMs: ANSWER_MS, most: MOST_VIEWERS, now });
  const guests = createTtlCache<true>({ ttlMs: GUEST_SEEN_MS, most: MOST_VIEWERS, now });

  async function findWatched(sessionId: string, accountId: string | null, country: string | null) {
    const found = await entry.findBySession(sessionId);
    if (found?.show.state !== 'live') return null;
    const refused = await entry.listRefused(found.show, [{ accountId, country }]);
    return refused.length === 0 ? found.show.id : null;
  }

  return async ({ sessionId, viewer, country }) => {
    const accountId = isGuestKey(viewer) ? null : viewer;
    const streamId = await answers.get(JSON.stringify([sessionId, accountId, country]), () =>
      findWatched(sessionId, accountId, country),
    );
    if (streamId !== null && accountId === null)
      await guests.get(viewer, async () => {
        await presence.viewerSeen({ streamId, viewerKey: viewer, accountId: null });
        return true;
      });
    return streamId !== null;
  };
}
