import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { createEngineRequests, getStatus } from './engine-requests';
import { createRemovals } from './livekit-removals';
import type { StreamingGateway } from './streaming';
import { withoutOwnEngine, type EngineDeps } from './streaming-elsewhere';

const TIMEOUT_SECONDS = 5;
/** Interval between checks for removed viewers who returned. */
const SWEEP_MS = 5_000;

export interface LivekitServer {
  /** Reachable by browsers and by the API. */
  url: string;
  key: string;
  secret: string;
}

export interface LivekitStreaming extends StreamingGateway {
  /** Removes viewers again who returned with an old token; runs by itself. */
  sweep(): Promise<void>;
}

/** The room does not exist, or the participant is not in it. */
const isGone = (error: unknown): boolean => getStatus(error) === 404;

const ignoreGone = (error: unknown): void => {
  if (!isGone(error)) throw error;
};

/** Shows through LiveKit. The API only creates tokens; browsers connect directly to LiveKit. */
export function createLivekitStreaming(
  { url, key, secret }: LivekitServer,
  { now, failures, retryMs }: EngineDeps,
): LivekitStreaming {
  const livekitUrl = url.replace(/^http/, 'ws').replace(/\/$/, '');
  const rooms = new RoomServiceClient(livekitUrl, key, secret, { requestTimeout: TIMEOUT_SECONDS, failover: false });
  const requests = createEngineRequests({ name: 'LiveKit', failures, retryMs });
  const removals = createRemovals(() => now().getTime());
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isClosed = false;

  async function sweepRoom(room: string): Promise<void> {
    const participants = await rooms.listParticipants(room).catch((error: unknown) => {
      ignoreGone(error);
      return [];
    });
    const removed = removals.listRemoved(
      room,
      participants.map(({ identity }) => identity),
    );
    if (removed.length > 0 && removals.isEnded(room)) return rooms.deleteRoom(room).catch(ignoreGone);
    const revokeTokenTs = BigInt(Math.ceil(now().getTime() / 1000));
    await Promise.all(
      removed.map((identity) => rooms.removeParticipant(room, identity, { revokeTokenTs }).catch(ignoreGone)),
    );
  }

  async function sweep(): Promise<void> {
    try {
      for (const session of removals.listSessions()) await sweepRoom(session);
      isFailing = false;
    } catch (error) {
      // Reported once per outage, because the next try is seconds away.
      if (!isFailing) failures.report('gateway', 'LiveKit', error);
      isFailing = true;
    }
    timer = undefined;
    if (removals.listSessions().length > 0) sweepLater();
  }

  function sweepLater(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => void sweep(), SWEEP_MS).unref();
  }

  return {
    ...withoutOwnEngine,
    engine: 'livekit',
    agora: null,
    livekitUrl,
    sweep,

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
      requests.send(() => sweepRoom(sessionId));
      sweepLater();
    },

    async end(sessionId) {
      removals.addAll(sessionId);
      requests.send(() => rooms.deleteRoom(sessionId).catch(ignoreGone));
      sweepLater();
    },

    async close() {
      isClosed = true;
      clearTimeout(timer);
      await requests.close();
    },
  };
}
