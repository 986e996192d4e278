import { createHash } from 'node:crypto';
// Default import, since Node does not detect the named exports of this CommonJS package.
import agora from 'agora-token';
import { createAgoraBans, type AgoraApi } from './agora-bans';
import { createEngineRequests } from './engine-requests';
import type { AccessRequest, StreamingGateway } from './streaming';
import { withoutOwnEngine, type EngineDeps } from './streaming-elsewhere';

export interface AgoraAccount extends AgoraApi {
  certificate: string;
}

// Never 0, which stands for any user at Agora.
const toUid = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) || 1;

/** A viewer's id at Agora, shared by all of their tabs; Agora connects only the newest. */
export const toViewerUid = (viewer: string): number => toUid(`viewer ${viewer}`);
/** The host's id at Agora. Differs from their id as a viewer, so that watching their own show does not disconnect it. */
export const toHostUid = (sessionId: string): number => toUid(`host ${sessionId}`);

/** Shows through Agora. The API only creates tokens; browsers connect directly to Agora. */
export function createAgoraStreaming(account: AgoraAccount, { now, failures, retryMs }: EngineDeps): StreamingGateway {
  const { appId, certificate } = account;
  const requests = createEngineRequests({ name: 'Agora', failures, retryMs });
  /** Accounts that got access as host, by session. */
  const hosts = new Map<string, Set<string>>();
  const bans = createAgoraBans(account, { now, requests });

  const createToken = (
    channel: string,
    uid: number,
    { as, seconds }: Pick<AccessRequest, 'as' | 'seconds'>,
  ): string => {
    const role = as === 'host' ? agora.RtcRole.PUBLISHER : agora.RtcRole.SUBSCRIBER;
    return agora.RtcTokenBuilder.buildTokenWithUid(appId, certificate, channel, uid, role, seconds, seconds);
  };

  return {
    ...withoutOwnEngine,
    engine: 'agora',
    livekitUrl: null,
    agora: {
      appId,
      createToken: ({ sessionId, ...request }) => createToken(sessionId, 0, request),
    },

    async createAccess({ sessionId: channel, viewer, as, seconds }) {
      if (as === 'host') hosts.set(channel, (hosts.get(channel) ?? new Set()).add(viewer));
      const hostUid = toHostUid(channel);
      const uid = as === 'host' ? hostUid : toViewerUid(viewer);
      bans.lift(channel, uid);
      bans.cover(seconds);
      const token = createToken(channel, uid, { as, seconds });
      const expiresAt = new Date(now().getTime() + seconds * 1000).toISOString();
      return { engine: 'agora', appId, channel, uid, hostUid, token, expiresAt };
    },

    async remove(sessionId, viewer) {
      bans.add(sessionId, toViewerUid(viewer));
      if (hosts.get(sessionId)?.has(viewer)) bans.add(sessionId, toHostUid(sessionId));
    },

    async end(sessionId) {
      bans.closeChannel(sessionId);
      hosts.delete(sessionId);
    },

    close: () => requests.close(),
  };
}
