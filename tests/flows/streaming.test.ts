import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from '@server/env';
import type { HostState, Recorded } from '@server/gateways/streaming';
import { createEmbeddedStreaming, type EmbeddedStreaming } from '@server/gateways/streaming-embedded';
import { createFailures, type Failure } from '@server/log/failures';
import { createLogger } from '@server/log/logger';
import { writeKeyframeRequest, writeNack } from '@server/streaming/worker/rtcp';
import { readRtp } from '@server/streaming/worker/rtp';
import { encodePictures, measureFilms } from '../factories/media';
import type { EncodedPicture } from '../harness/live-media';
import { endLivePeers, LiveHost, LiveViewer, type HostOptions } from '../harness/live-peers';
import { startLossyRelay } from '../harness/lossy-relay';

let pictures: EncodedPicture[];
let dataDir: string;
let gateway: EmbeddedStreaming;
let failures: Failure[];
let hostStates: HostState[];
let recordings: Recorded[];
let now: number;
let warnings: jest.SpyInstance;
const peers: { close(): void }[] = [];

beforeAll(async () => {
  pictures = await encodePictures({ count: 120, keyEvery: 30 });
});

afterAll(endLivePeers);

async function openGateway(overrides: Record<string, string> = {}): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-live-'));
  const env = parseEnv({ DATA_DIR: dataDir, APP_SECRET: 'a secret', STREAM_UDP_PORT: '0', ...overrides });
  const log = createLogger('silent');
  warnings = jest.spyOn(log, 'warn');
  [failures, hostStates, recordings] = [[], [], []];
  now = Date.now();
  const onFailure = (failure: Failure) => void failures.push(failure);
  gateway = createEmbeddedStreaming({
    env,
    log,
    failures: createFailures(log, { onFailure }),
    now: () => new Date(now),
  });
  gateway.onHostChanged((state) => hostStates.push(state));
  gateway.onRecorded(async (recorded) => void recordings.push(recorded));
}

afterEach(async () => {
  for (const peer of peers.splice(0)) peer.close();
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Waits for what comes by the network: for longer than it may take, on a machine that is busy with other things. */
async function until(isSo: () => boolean, seconds = 15): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${isSo.toString()}`);
    await sleep(10);
  }
}

interface Place {
  sessionId?: string;
  viewer?: string;
  isRecorded?: boolean;
}

async function createAccess(
  as: 'host' | 'viewer',
  { sessionId = 'show', viewer = as, isRecorded = false }: Place = {},
) {
  const access = await gateway.createAccess({ sessionId, viewer, as, isRecorded, seconds: 60 });
  if (access.engine !== 'embedded') throw new Error('another engine');
  return access;
}

async function connect<P extends LiveHost | LiveViewer>(peer: P, place?: Place): Promise<P> {
  peers.push(peer);
  const { ticket } = await createAccess(peer instanceof LiveHost ? 'host' : 'viewer', place);
  await peer.connect((sdp) => gateway.connect(ticket, sdp));
  return peer;
}

const connectHost = (place?: Place, options: Partial<HostOptions> = {}) =>
  connect(new LiveHost({ pictures, ...options }), place);
const connectViewer = (viewer: string, place?: Place) => connect(new LiveViewer(), { ...place, viewer });
const isHostThere = (sessionId = 'show') => hostStates.findLast((state) => state.sessionId === sessionId)?.isConnected;

describe('the embedded engine', () => {
  it('brings the picture to three viewers within 3 seconds, and to a late one within 2', async () => {
    await openGateway();
    // Key frames on request only, as browsers send them: without a request, the late viewer would see nothing.
    const host = await connectHost({}, { isOnDemand: true });
    await until(() => isHostThere() === true);
    const startedAt = performance.now();
    const viewers = await Promise.all(['a', 'b', 'c'].map((viewer) => connectViewer(viewer)));
    await until(() => viewers.every(({ keyframeAt, packets }) => keyframeAt !== null && packets.audio.length > 5));
    for (const { keyframeAt } of viewers) expect(keyframeAt! - startedAt).toBeLessThan(3_000);
    await until(() => viewers.every(({ packets }) => packets.video.length > 60));
    const lateAt = performance.now();
    const late = await connectViewer('late');
    await until(() => late.keyframeAt !== null);
    expect(late.keyframeAt! - lateAt).toBeLessThan(2_000);
    expect(host.keyframeRequests).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('gives all viewers one source, in the types that each of them knows', async () => {
    await openGateway();
    await connectHost({}, { payloadTypes: { h264: 97, opus: 120 }, ssrc: 5 });
    const own = new LiveViewer({ payloadTypes: { h264: 125, opus: 96 } });
    const [one, other] = [await connectViewer('a'), await connect(own, { viewer: 'b' })];
    await until(() => [one, other].every(({ packets }) => packets.video.length > 20 && packets.audio.length > 20));
    const list = ({ packets }: LiveViewer, kind: 'audio' | 'video') => [
      ...new Set(packets[kind].map(readRtp).map((packet) => `${packet?.ssrc}:${packet?.payloadType}`)),
    ];
    expect([list(one, 'video'), list(one, 'audio')]).toEqual([['1002:102'], ['1001:109']]);
    expect([list(other, 'video'), list(other, 'audio')]).toEqual([['1002:125'], ['1001:96']]);
  });

  it('tells the host how much it may send, and what arrives', async () => {
    await openGateway();
    const { ticket } = await createAccess('host');
    const host = new LiveHost({ pictures });
    peers.push(host);
    let answer = '';
    await host.connect(async (sdp) => (answer = await gateway.connect(ticket, sdp)));
    await until(() => host.bitrateLimits > 1 && host.reports > 1);
    expect(answer).toContain('b=AS:2500');
    // One answer has it all: nothing trickles.
    expect(answer).toMatch(/a=candidate:.*typ host/);
  });

  it('asks the host for a key frame when a viewer does', async () => {
    await openGateway();
    const host = await connectHost({}, { isOnDemand: true });
    const viewer = await connectViewer('a');
    await until(() => viewer.packets.video.length > 30);
    const before = host.keyframeRequests;
    viewer.send(writeKeyframeRequest(1002));
    await until(() => host.keyframeRequests > before, 1.5);
  });

  it('sends again what a viewer missed', async () => {
    await openGateway();
    await connectHost();
    const relay = await startLossyRelay((index) => index % 10 === 7);
    peers.push(relay);
    const viewer = new LiveViewer();
    peers.push(viewer);
    const { ticket } = await createAccess('viewer');
    await viewer.connect(async (sdp) => relay.redirect(await gateway.connect(ticket, sdp)));
    const received = () => new Set(viewer.packets.video.map((packet) => readRtp(packet)!.sequence));
    const listMissing = () => {
      const numbers = received();
      const first = Math.min(...numbers);
      const all = Array.from({ length: Math.max(...numbers) - first }, (_, index) => first + index);
      return all.filter((sequence) => !numbers.has(sequence));
    };
    await until(() => relay.lost() > 20);
    expect(listMissing().length).toBeGreaterThan(5);
    // Answers get lost too.
    await until(() => {
      const missing = listMissing().slice(0, 20);
      if (missing.length > 0) viewer.send(writeNack(1002, missing));
      return missing.length === 0;
    });
  });

  it('asks the host for what it missed, and passes it on', async () => {
    await openGateway();
    const host = await connectHost({}, { isHolding: (sequence) => sequence % 20 === 3 });
    const viewer = await connectViewer('a');
    await until(() => host.resent > 3);
    const numbers = () => viewer.packets.video.map((packet) => readRtp(packet)!.sequence);
    await until(() => {
      const all = numbers();
      return all.length > 100 && new Set(all).size === Math.max(...all) - Math.min(...all) + 1;
    });
  });

  it('goes on for its viewers when the host comes back with another source', async () => {
    await openGateway();
    const first = await connectHost();
    const viewer = await connectViewer('a');
    await until(() => viewer.packets.video.length > 30);
    first.fallSilent();
    await until(() => isHostThere() === false);
    const before = viewer.packets.video.length;
    await connectHost({}, { ssrc: 99 });
    await until(() => viewer.packets.video.length > before + 30);
    expect(isHostThere()).toBe(true);
    const packets = viewer.packets.video.map((packet) => readRtp(packet)!);
    expect(new Set(packets.map(({ ssrc }) => ssrc)).size).toBe(1);
    const steps = packets.slice(1).map(({ sequence }, index) => (sequence - packets[index]!.sequence) & 0xffff);
    expect(steps.every((step) => step === 1)).toBe(true);
    const pauses = packets.slice(1).map(({ timestamp }, index) => (timestamp - packets[index]!.timestamp) >>> 0);
    // The seconds without a host, on the clock of 90 kHz.
    expect(Math.max(...pauses)).toBeGreaterThan(3 * 90_000);
    expect(Math.max(...pauses)).toBeLessThan(30 * 90_000);
  });

  it('starts again after it was killed: hosts are away, and everybody can come back', async () => {
    await openGateway();
    await connectHost({ isRecorded: true });
    const viewer = await connectViewer('a');
    await until(() => viewer.packets.video.length > 90);
    process.kill(gateway.getEnginePid()!, 'SIGKILL');
    await until(() => isHostThere() === false);
    expect(failures).toMatchObject([
      { kind: 'gateway', name: 'streaming engine', message: expect.stringContaining('SIGKILL') },
    ]);
    const killedAt = performance.now();
    const [again] = await Promise.all([connectViewer('a'), connectHost({ isRecorded: true })]);
    await until(() => again.keyframeAt !== null);
    expect(again.keyframeAt! - killedAt).toBeLessThan(10_000);
    await until(() => again.packets.video.length > 60);
    await gateway.end('show');
    expect(recordings).toMatchObject([{ sessionId: 'show', mimeType: 'video/mp4' }]);
  });

  it('answers a call that it was killed in', async () => {
    await openGateway();
    await connectHost();
    const { ticket } = await createAccess('viewer');
    const viewer = new LiveViewer();
    peers.push(viewer);
    const answer = gateway.connect(ticket, await viewer.offer());
    process.kill(gateway.getEnginePid()!, 'SIGKILL');
    await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('outlives descriptions that make no sense', async () => {
    await openGateway();
    const host = await connectHost();
    const pid = gateway.getEnginePid();
    const offer = await new LiveViewer().offer();
    const wrong = [
      '',
      'v=0',
      offer.replace(/a=fingerprint.*/g, 'a=fingerprint:sha-256 zz'),
      offer.replace(/a=ice-ufrag.*\r\n/g, ''),
      offer.replaceAll(/\r\na=mid:\d/g, ''),
    ];
    for (const sdp of wrong) {
      const { ticket } = await createAccess('viewer');
      await expect(gateway.connect(ticket, sdp)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    const viewer = await connectViewer('a');
    await until(() => viewer.packets.video.length > 5);
    expect([gateway.getEnginePid(), host.state, failures]).toEqual([pid, 'connected', []]);
  });

  it('takes any port where its own is taken', async () => {
    const other = createSocket('udp6').bind(0);
    await once(other, 'listening');
    const { port } = other.address();
    await openGateway({ STREAM_UDP_PORT: String(port) });
    await gateway.prepare();
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining(`UDP port ${port} (STREAM_UDP_PORT) is taken`));
    const { ticket } = await createAccess('viewer');
    const viewer = new LiveViewer();
    peers.push(viewer);
    const answer = await gateway.connect(ticket, await viewer.offer());
    other.close();
    const [, used] = /typ host/.test(answer) ? (/(\d+) typ host/.exec(answer) ?? []) : [];
    expect(Number(used)).toBeGreaterThan(0);
    expect(Number(used)).not.toBe(port);
  });

  it('shares one port, and names the public address in place of its own', async () => {
    await openGateway({ STREAM_PUBLIC_IP: '203.0.113.9' });
    await gateway.prepare();
    expect(warnings).not.toHaveBeenCalled();
    const answers = await Promise.all(
      ['a', 'b'].map(async (viewer) => {
        const peer = new LiveViewer();
        peers.push(peer);
        return gateway.connect((await createAccess('viewer', { viewer })).ticket, await peer.offer());
      }),
    );
    const candidates = answers.flatMap((answer) => [...answer.matchAll(/UDP \d+ (\S+) (\d+) typ host/g)]);
    expect(new Set(candidates.map(([, address]) => address))).toEqual(new Set(['203.0.113.9']));
    expect(new Set(candidates.map(([, , port]) => port)).size).toBe(1);
  });
});

describe('tickets', () => {
  it('open one connection, until they expire', async () => {
    await openGateway();
    const viewer = new LiveViewer();
    peers.push(viewer);
    const sdp = await viewer.offer();
    const { ticket } = await createAccess('viewer');
    await gateway.connect(ticket, sdp);
    await expect(gateway.connect(ticket, sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const late = await createAccess('viewer');
    now += 60_000;
    await expect(gateway.connect(late.ticket, sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(gateway.connect('no ticket', sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are refused once their viewer was sent out, whose picture stops at once', async () => {
    await openGateway();
    await connectHost();
    const [gone, other] = [await connectViewer('gone'), await connectViewer('other')];
    const { ticket } = await createAccess('viewer', { viewer: 'gone' });
    const kept = await createAccess('viewer', { viewer: 'other' });
    await until(() => gone.packets.video.length > 20);
    await gateway.remove('show', 'gone');
    await expect(gateway.connect(ticket, '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // What was on its way arrives.
    const until100 = other.packets.video.length + 15;
    await until(() => other.packets.video.length > until100);
    const count = gone.packets.video.length;
    const until200 = other.packets.video.length + 30;
    await until(() => other.packets.video.length > until200);
    expect(gone.packets.video.length).toBe(count);
    await expect(gateway.connect(kept.ticket, '')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('of somebody who is sent out while they connect open nothing', async () => {
    await openGateway();
    await connectHost();
    const { ticket } = await createAccess('viewer', { viewer: 'gone' });
    const viewer = new LiveViewer();
    peers.push(viewer);
    const answer = gateway.connect(ticket, await viewer.offer());
    await gateway.remove('show', 'gone');
    await expect(answer).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('are none for more viewers than there are places', async () => {
    await openGateway({ STREAM_VIEWERS: '1' });
    await connectHost();
    const early = await createAccess('viewer', { viewer: 'b' });
    expect(early.isFull).toBe(false);
    const viewer = await connectViewer('a');
    await until(() => viewer.packets.video.length > 5);
    expect(await createAccess('viewer', { viewer: 'c' })).toMatchObject({
      isFull: true,
      hls: expect.stringContaining('/streaming/hls/show/live.m3u8?v=c&e='),
    });
    expect(await createAccess('host')).toMatchObject({ isFull: false, hls: null });
    await expect(gateway.connect(early.ticket, '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await gateway.remove('show', 'a');
    // Told by the process, soon.
    const deadline = performance.now() + 15_000;
    let isFull = true;
    while (isFull && performance.now() < deadline) {
      await sleep(10);
      ({ isFull } = await createAccess('viewer', { viewer: 'c' }));
    }
    expect(isFull).toBe(false);
  });

  it('close the oldest connection of a viewer with too many', async () => {
    await openGateway();
    await connectHost();
    const viewers: LiveViewer[] = [];
    for (let index = 0; index < 4; index++) {
      const viewer = await connectViewer('same');
      await until(() => viewer.packets.video.length > 5);
      viewers.push(viewer);
    }
    const [oldest, , , newest] = viewers;
    const count = oldest!.packets.video.length;
    const aim = newest!.packets.video.length + 30;
    await until(() => newest!.packets.video.length > aim);
    expect(oldest!.packets.video.length - count).toBeLessThan(10);
  });
});

describe('what is left of a show', () => {
  it('is one film that decodes, once, handed over again when it was not taken', async () => {
    await openGateway();
    await connectHost({ isRecorded: true });
    await until(() => isHostThere() === true);
    await sleep(4_500);
    let copy = '';
    const taken: string[] = [];
    gateway.onRecorded(async ({ path: file, duration }) => {
      if (copy === '') {
        copy = 'refused';
        throw new Error('no room');
      }
      taken.push(file);
      expect(duration).toBeGreaterThan(3);
      expect(await measureFilms([file])).toHaveLength(1);
    });
    await expect(gateway.end('show')).rejects.toThrow('no room');
    await gateway.end('show');
    await gateway.end('show');
    expect(taken).toHaveLength(1);
  });

  it('is nothing without a recording, and its live segments are gone', async () => {
    await openGateway();
    await connectHost();
    await until(() => isHostThere() === true);
    const place = path.join(dataDir, 'live/show/live.m3u8');
    const readList = () => readFile(place, 'utf8').catch(() => '');
    let list = '';
    const deadline = performance.now() + 20_000;
    while (!list.includes('1.m4s') && performance.now() < deadline) {
      await sleep(50);
      list = await readList();
    }
    expect(list).toContain('#EXTINF:2.');
    await gateway.end('show');
    expect([recordings, await readList()]).toEqual([[], '']);
  });
});
