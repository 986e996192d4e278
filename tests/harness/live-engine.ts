import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from '../../server/env';
import type { HostState, Recorded } from '../../server/gateways/streaming';
import { createEmbeddedStreaming, type EmbeddedStreaming } from '../../server/gateways/streaming-embedded';
import { createFailures, type Failure } from '../../server/log/failures';
import { createLogger } from '../../server/log/logger';
import type { EncodedPicture } from './live-media';
import { LiveHost, LiveViewer, type HostOptions } from './live-peers';

interface Place {
  sessionId?: string;
  viewer?: string;
  isRecorded?: boolean;
}

export interface LiveEngine {
  gateway: EmbeddedStreaming;
  dataDir: string;
  failures: Failure[];
  warnings: string[];
  recordings: Recorded[];
  /** Whether the host of `show` is there; undefined before the first report. */
  isHostThere(): boolean | undefined;
  advance(seconds: number): void;
  createAccess(as: 'host' | 'viewer', place?: Place): Promise<{ ticket: string; hls: string | null; isFull: boolean }>;
  connectHost(place?: Place, options?: Partial<HostOptions>): Promise<LiveHost>;
  connectViewer(viewer: string, options?: ConstructorParameters<typeof LiveViewer>[0]): Promise<LiveViewer>;
  keep<P extends { close(): void }>(peer: P): P;
  close(): Promise<void>;
}

export async function openLiveEngine(
  pictures: readonly EncodedPicture[],
  overrides: Record<string, string> = {},
): Promise<LiveEngine> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-live-'));
  const env = parseEnv({ DATA_DIR: dataDir, APP_SECRET: 'a secret', STREAM_UDP_PORT: '0', ...overrides });
  const peers: { close(): void }[] = [];
  const [failures, warnings, recordings, hostStates]: [Failure[], string[], Recorded[], HostState[]] = [[], [], [], []];
  const log = createLogger('silent');
  log.warn = (message: unknown) => void warnings.push(String(message));
  let now = Date.now();
  const gateway = createEmbeddedStreaming({
    env,
    log,
    failures: createFailures(log, { onFailure: (failure) => void failures.push(failure) }),
    now: () => new Date(now),
  });
  gateway.onHostChanged(async (state) => void hostStates.push(state));
  gateway.onRecorded(async (recorded) => void recordings.push(recorded));
  const keep = <P extends { close(): void }>(peer: P): P => {
    peers.push(peer);
    return peer;
  };
  const createAccess: LiveEngine['createAccess'] = async (as, place = {}) => {
    const { sessionId = 'show', viewer = as, isRecorded = false } = place;
    const access = await gateway.createAccess({ sessionId, viewer, as, isRecorded, seconds: 60 });
    if (access.engine !== 'embedded') throw new Error(`Expected the embedded engine, got ${access.engine}`);
    return access;
  };
  async function connect<P extends LiveHost | LiveViewer>(peer: P, place?: Place): Promise<P> {
    const { ticket } = await createAccess(peer instanceof LiveHost ? 'host' : 'viewer', place);
    await keep(peer).connect((sdp) => gateway.connect(ticket, sdp));
    return peer;
  }
  return {
    gateway,
    dataDir,
    failures,
    warnings,
    recordings,
    keep,
    createAccess,
    isHostThere: () => hostStates.findLast(({ sessionId }) => sessionId === 'show')?.isConnected,
    advance: (seconds) => void (now += seconds * 1000),
    connectHost: (place, options) => connect(new LiveHost({ pictures, ...options }), place),
    connectViewer: (viewer, options) => connect(new LiveViewer(options), { viewer }),
    async close() {
      for (const peer of peers) peer.close();
      await gateway.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for events from the network, for a long time because the machine may be busy. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 15): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Timed out after ${seconds} s: ${isSo.toString()}`);
    await sleep(10);
  }
}
