import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../../access';
import type { Clock, ServerContext } from '../../../../context';
import { createApiKeyRepository, type ApiKeyRepository } from '../api-key/api-key-repository';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createSessionRepository } from './session-repository';
import { createSessionTokens } from './tokens';

export interface Sessions extends Pick<ServerContext, 'clock' | 'publisher'> {
  sessions: ReturnType<typeof createSessionRepository>;
  apiKeys: Pick<ApiKeyRepository, 'removeOfAccount'>;
  identities: ReturnType<typeof createIdentityRepository>;
  tokens: ReturnType<typeof createSessionTokens>;
  actors: ReturnType<typeof createActorCache>;
}

export const createSessions = ({
  db,
  clock,
  publisher,
  env,
}: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'env'>): Sessions => ({
  clock,
  publisher,
  sessions: createSessionRepository(db),
  apiKeys: createApiKeyRepository(db),
  identities: createIdentityRepository(db),
  tokens: createSessionTokens(env.APP_SECRET),
  actors: createActorCache(clock),
});

/** For how long another process may still accept an ended session. Promises I-1. */
const ACTOR_TTL_MS = 1_000;
const MAX_ACTORS = 10_000;

function createActorCache(clock: Clock) {
  const actors = new LRUCache<string, Actor>({
    max: MAX_ACTORS,
    // `- 1`, because lru-cache keeps an entry through its last millisecond.
    ttl: ACTOR_TTL_MS - 1,
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
