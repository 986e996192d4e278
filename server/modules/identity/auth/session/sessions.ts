import type { ServerContext } from '../../../../context';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createActorCache, type ActorCache } from './actor-cache';
import { createSessionRepository } from './session-repository';
import { createSessionTokens } from './tokens';

/** Dependencies of everything that is done with sessions. */
export interface Sessions extends Pick<ServerContext, 'clock' | 'publisher'> {
  sessions: ReturnType<typeof createSessionRepository>;
  identities: ReturnType<typeof createIdentityRepository>;
  tokens: ReturnType<typeof createSessionTokens>;
  actors: ActorCache;
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
  identities: createIdentityRepository(db),
  tokens: createSessionTokens(env.APP_SECRET),
  actors: createActorCache(clock),
});
