import { rm } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { ServerContext } from '../context';
import { AppError } from '../errors';
import { isGuestKey } from '../lib/guest-key';
import { readTrustedProxies } from '../lib/trusted-proxies';
import { createHlsFiles, isSessionId } from '../streaming/hls-files';
import { listIceServers } from '../streaming/ice-servers';
import { finishRecording } from '../streaming/recorded-show';
import { createStreamEngine, EngineUnavailable, OfferRefused } from '../streaming/stream-engine';
import { findUdpPort } from '../streaming/udp-port';
import { createStreamTickets } from './stream-tickets';
import type { Connected, HostState, Recorded, StreamingGateway } from './streaming';

export interface StreamingDeps extends Pick<ServerContext, 'env' | 'log' | 'failures'> {
  now(): Date;
}

export interface EmbeddedStreaming extends StreamingGateway {
  /** For tests that kill the engine process. */
  getEnginePid(): number | undefined;
}

/**
 * The built-in engine: a child process and one UDP port, no third party. Tickets and sessions live in this API process, which
 * others ask (`createForwardedStreaming`).
 */
export function createEmbeddedStreaming({ env, now, log, failures }: StreamingDeps): EmbeddedStreaming {
  const hlsDir = path.join(env.DATA_DIR, 'live');
  const recordingDir = path.join(env.DATA_DIR, 'recordings');
  const tickets = createStreamTickets(() => now().getTime());
  const hosts = new Map<string, { hasSegments: boolean }>();
  /** Sessions whose host sends a codec that live segments cannot contain. */
  const withoutSegments = new Set<string>();
  let tellHost: (state: HostState) => Promise<void> = async () => undefined;
  let hand: ((recorded: Recorded) => Promise<void>) | null = null;
  let connecting = 0;
  /** Stay until removed, the session ends or the engine crashes, since the engine does not report viewers who leave. */
  const connected = new Map<string, Connected>();
  const ending = new Map<string, Promise<void>>();

  const hls = createHlsFiles({
    dir: hlsDir,
    baseUrl: env.API_PUBLIC_URL,
    secret: env.APP_SECRET,
    now: () => now().getTime(),
  });
  const engine = createStreamEngine({
    port: env.STREAM_UDP_PORT,
    publicIp: env.STREAM_PUBLIC_IP ?? null,
    dataDir: env.DATA_DIR,
    hlsDir,
    recordingDir,
    onHost(sessionId, { isConnected, hasSegments }) {
      if (isConnected) hosts.set(sessionId, { hasSegments });
      else hosts.delete(sessionId);
      if (hasSegments) withoutSegments.delete(sessionId);
      else withoutSegments.add(sessionId);
      void tellHost({ sessionId, isConnected });
    },
    onCrash(error) {
      failures.report('gateway', 'streaming engine', error);
      const gone = [...hosts.keys()];
      hosts.clear();
      connected.clear();
      for (const sessionId of gone) void tellHost({ sessionId, isConnected: false });
    },
    onProblem: (error) => failures.report('gateway', 'streaming engine', error),
  });

  const isFull = () => engine.countViewers() + connecting >= env.STREAM_VIEWERS;

  async function handOver(sessionId: string): Promise<void> {
    const folder = path.join(recordingDir, sessionId);
    const recorded = await finishRecording(folder);
    if (recorded && !hand) return;
    if (recorded) await hand?.({ ...recorded, sessionId });
    await rm(folder, { recursive: true, force: true });
  }

  async function endSession(sessionId: string): Promise<void> {
    tickets.revoke(sessionId);
    await engine.end(sessionId);
    withoutSegments.delete(sessionId);
    for (const [key, one] of connected) if (one.sessionId === sessionId) connected.delete(key);
    await rm(path.join(hlsDir, sessionId), { recursive: true, force: true });
    await handOver(sessionId);
  }

  return {
    engine: 'embedded',
    tellsHosts: true,
    isRecordedHere: true,
    hls,
    agora: null,
    livekitUrl: null,
    getEnginePid: engine.getPid,

    async createAccess({ seconds, ...request }) {
      const { sessionId, viewer, as } = request;
      if (!isSessionId(sessionId)) throw new Error(`Not a session id: ${sessionId}`);
      const time = now();
      const hasNoSegments = as === 'host' || withoutSegments.has(sessionId);
      const access = {
        engine: 'embedded' as const,
        iceServers: listIceServers(env.STREAM_ICE_SERVERS, { now: time, seconds }),
        hls: hasNoSegments ? null : hls.sign(sessionId, viewer, seconds),
      };
      if (isGuestKey(viewer)) return { ...access, ticket: '', isFull: true };
      const ticket = tickets.issue(request);
      return { ...access, ticket, isFull: as === 'viewer' && !request.isPaying && isFull() };
    },

    async connect(key, sdp) {
      const request = tickets.redeem(key);
      if (!request) throw new AppError('FORBIDDEN');
      if (request.as === 'viewer' && !request.isPaying && isFull()) throw new AppError('FORBIDDEN');
      connecting += 1;
      try {
        const answer = await engine.connect({ ...request, sdp });
        connected.set(toKey(request), { sessionId: request.sessionId, viewer: request.viewer });
        return answer;
      } catch (error) {
        if (error instanceof OfferRefused) throw new AppError('VALIDATION_FAILED', { details: error.message });
        if (error instanceof EngineUnavailable) throw new AppError('UNAVAILABLE');
        throw error;
      } finally {
        connecting -= 1;
      }
    },

    async remove(sessionId, viewer) {
      tickets.revoke(sessionId, viewer);
      engine.remove(sessionId, viewer);
      connected.delete(toKey({ sessionId, viewer }));
    },

    end(sessionId) {
      if (!isSessionId(sessionId)) throw new Error(`Not a session id: ${sessionId}`);
      // Several processes may end a session at the same time.
      const work = ending.get(sessionId) ?? endSession(sessionId).finally(() => ending.delete(sessionId));
      ending.set(sessionId, work);
      return work;
    },

    listConnected: async () => [...connected.values()],

    onHostChanged(listener) {
      tellHost = listener;
    },

    onRecorded(listener) {
      hand = listener;
    },

    prepare: () => warnIfUnreachable({ env, log }),

    close: () => engine.close(),
  };
}

const toKey = ({ sessionId, viewer }: Connected): string => `${sessionId} ${viewer}`;

async function warnIfUnreachable({ env, log }: Pick<StreamingDeps, 'env' | 'log'>): Promise<void> {
  const wanted = env.STREAM_UDP_PORT;
  if (wanted !== 0 && (await findUdpPort(wanted)) !== wanted)
    log.warn(
      `Live shows: UDP port ${wanted} (STREAM_UDP_PORT) is taken or not permitted, so a random free port is used.`,
    );
  if (env.isPublic && env.STREAM_PUBLIC_IP === undefined && !hasPublicAddress())
    log.warn('Live shows: this machine has no public address. Set STREAM_PUBLIC_IP to the address that leads to it.');
}

/** Includes 100.64.0.0/10, the addresses that carriers share among customers. RFC 6598. */
const isPrivate = readTrustedProxies('private, 100.64.0.0/10');

const hasPublicAddress = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => !isPrivate(address)));
