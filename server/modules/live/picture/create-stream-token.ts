import { assertAllowed, type Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, requireFound } from '../../../errors';
import type { EntryService } from '../show/entry-service';

/** As in the family. Wire contract 2.18. */
const TOKEN_SECONDS = 3600;
/** Nobody can be sent out who came with such a token: after leaving a show by the minute they see it this much longer at most. */
const METERED_SECONDS = 120;

interface TokenDeps {
  streaming: Pick<ServerContext['gateways']['streaming'], 'agora'>;
  entry: Pick<EntryService, 'findBySession' | 'assertCanEnter' | 'isHostApproved'>;
}

/**
 * A token of Agora for clients that know no other engine: for the host to publish, for whoever may enter to see.
 *
 * @throws AppError PROVIDER_NOT_CONFIGURED where another engine is used; ENTITY_NOT_FOUND, FORBIDDEN, REMOVED_FROM_SHOW, NOT_SUBSCRIBED, NOT_FOLLOWING,
 * TICKET_REQUIRED, STREAM_OFFLINE
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
  // Hosts publish before they go live.
  if (show.state === 'ended' || (show.state === 'prepared' && !isHost)) throw new AppError('STREAM_OFFLINE');
  return agora.createToken({
    sessionId,
    as: isHost ? 'host' : 'viewer',
    seconds: show.type === 'public' ? TOKEN_SECONDS : METERED_SECONDS,
  });
}
