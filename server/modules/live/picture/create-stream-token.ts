import { assertAllowed, type Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, requireFound } from '../../../errors';
import type { EntryService } from '../show/entry-service';

/** As long as those of compatible backends. Wire contract 2.18. */
const TOKEN_SECONDS = 3600;
/** For shows by the minute. Tokens cannot be revoked, so viewers can watch for this long after leaving. */
const METERED_SECONDS = 120;

interface TokenDeps {
  streaming: Pick<ServerContext['gateways']['streaming'], 'agora'>;
  entry: Pick<EntryService, 'findBySession' | 'assertCanEnter' | 'isHostApproved'>;
}

/**
 * Creates an Agora token for clients that support only Agora. Hosts get a token to publish, other viewers to watch.
 *
 * @throws AppError PROVIDER_NOT_CONFIGURED if another engine is used; ENTITY_NOT_FOUND, FORBIDDEN, REMOVED_FROM_SHOW,
 * NOT_SUBSCRIBED, NOT_FOLLOWING, TICKET_REQUIRED, STREAM_OFFLINE
 */
export async function createStreamToken(
  { streaming: { agora }, entry }: TokenDeps,
  caller: Caller,
  sessionId: string,
): Promise<string> {
  if (!agora) throw new AppError('PROVIDER_NOT_CONFIGURED');
  const { show } = requireFound(await entry.findBySession(sessionId));
  const { isHost } = await entry.assertCanEnter(show, caller);
  if (isHost) assertAllowed(await entry.isHostApproved(show));
  if (show.state === 'ended' || (show.state === 'prepared' && !isHost)) throw new AppError('STREAM_OFFLINE');
  return agora.createToken({
    sessionId,
    as: isHost ? 'host' : 'viewer',
    seconds: show.type === 'public' ? TOKEN_SECONDS : METERED_SECONDS,
  });
}
