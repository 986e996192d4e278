import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../../access';
import type { Clock } from '../../../../context';

/** How long an ended session can still be accepted by another process. Promises I-1. */
const TTL_MS = 1_000;
const MAX_ACTORS = 10_000;

export type ActorCache = ReturnType<typeof createActorCache>;

/** Actors by the hash of their token, so that the many calls of one page query the database once. */
export function createActorCache(clock: Clock) {
  const actors = new LRUCache<string, Actor>({
    max: MAX_ACTORS,
    // The library keeps an entry through its last millisecond.
    ttl: TTL_MS - 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });

  function removeWhere(matches: (actor: Actor) => boolean): void {
    for (const [hash, actor] of actors.entries()) if (matches(actor)) actors.delete(hash);
  }

  return {
    get: (hash: string): Actor | undefined => actors.get(hash),
    set: (hash: string, actor: Actor) => actors.set(hash, actor),
    removeSession: (id: string): void => removeWhere(({ sessionId }) => sessionId === id),
    removeAccount: (accountId: string): void => removeWhere(({ id }) => id === accountId),
  };
}
