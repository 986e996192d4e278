import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { selectSupportsCall } from './backend';
import { callEndpoint, selectState } from './call-endpoint';

/** Of the tokens that the family makes. Wire contract 2.18. */
const FAMILY_TOKEN_MS = 3_600_000;

interface AccessWish {
  streamId: string;
  sessionId: string;
  as: 'host' | 'viewer';
}

/**
 * How this browser sends or sees a show. The family has one engine, and one token for it.
 *
 * @throws ApiError where the account may not.
 */
export function* requestStreamAccess({
  streamId,
  sessionId,
  as,
}: AccessWish): Generator<unknown, EndpointData<'createStreamAccess'>> {
  if (yield* selectState(selectSupportsCall(streamRoutes.createStreamAccess)))
    return yield* callEndpoint(streamRoutes.createStreamAccess, { body: { streamId, as } });
  const { agoraAppId: appId = '' } = yield* selectState(({ settings }) => settings.values);
  const token = yield* callEndpoint(streamRoutes.createStreamToken, { body: { channelName: sessionId } });
  const expiresAt = new Date(Date.now() + FAMILY_TOKEN_MS).toISOString();
  return { engine: 'agora', appId, channel: sessionId, uid: 0, token, expiresAt };
}
