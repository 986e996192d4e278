import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { createEngineRequests } from './engine-requests';
import { createRemovals, readViewer } from './livekit-removals';
import { createLivekitSweeper, ignoreGone, listParticipants } from './livekit-sweeper';
import type { Connected, StreamingGateway } from './streaming';
import { withoutOwnEngine, type EngineDeps } from './streaming-elsewhere';

const TIMEOUT_SECONDS = 5;
export interface LivekitServer {
  /** Must be reachable by browsers and by the API. */
  url: string;
  key: string;
  secret: string;
}

export interface LivekitStreaming extends StreamingGateway {
  /** Removes viewers who returned with an old token. Runs regularly; tests call it directly. */
  sweep(): Promise<void>;
}

/** Shows through LiveKit. The API only creates tokens; browsers connect directly to LiveKit. */
export function createLivekitStreaming(
  { url, key, secret }: LivekitServer,
  { now, failures, retryMs }: EngineDeps,
): LivekitStreaming {
  const livekitUrl = url.replace(/^http/, 'ws').replace(/\/$/, '');
  const rooms = new RoomServiceClient(livekitUrl, key, secret, { requestTimeout: TIMEOUT_SECONDS, failover: false });
  const requests = createEngineRequests({ name: 'LiveKit', failures, retryMs });
  const removals = createRemovals(() => now().getTime());
  const sweeper = createLivekitSweeper({ rooms, removals, now, failures });

  return {
    ...withoutOwnEngine,
    engine: 'livekit',
    agora: null,
    livekitUrl,
    sweep: sweeper.sweep,

    async createAccess({ sessionId: room, viewer, as, seconds }) {
      const identity = removals.createIdentity(room, viewer);
      const token = new AccessToken(key, secret, { identity, ttl: seconds });
      const isHost = as === 'host';
      token.addGrant({ roomJoin: true, room, canPublish: isHost, canPublishData: isHost, canSubscribe: true });
      const expiresAt = new Date(now().getTime() + seconds * 1000).toISOString();
      return { engine: 'livekit', url: livekitUrl, token: await token.toJwt(), expiresAt };
    },

    async remove(sessionId, viewer) {
      removals.addViewer(sessionId, viewer);
      requests.send(() => sweeper.sweepRoom(sessionId));
      sweeper.sweepLater();
    },

    async end(sessionId) {
      removals.addAll(sessionId);
      requests.send(() => rooms.deleteRoom(sessionId).catch(ignoreGone));
      sweeper.sweepLater();
    },

    async listConnected() {
      const connected: Connected[] = [];
      for (const { name: sessionId } of await rooms.listRooms())
        for (const { identity } of await listParticipants(rooms, sessionId)) {
          const viewer = readViewer(identity);
          if (viewer !== null) connected.push({ sessionId, viewer });
        }
      return connected;
    },

    async close() {
      sweeper.close();
      await requests.close();
    },
  };
}
