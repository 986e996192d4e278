import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from '../../server/env';
import { createEmbeddedStreaming } from '../../server/gateways/streaming-embedded';
import { createFailures } from '../../server/log/failures';
import { createLogger } from '../../server/log/logger';
import { encodePictures } from '../harness/encode-pictures';
import type { EncodedPicture } from '../harness/live-media';
import { LiveHost, LiveViewer } from '../harness/live-peers';
import { expectTarget, percentile, printTable } from './harness/report';

/**
 * Measures the embedded engine's CPU share, packet delay and loss by number of viewers, and its memory as viewers come and go.
 */
const VIEWERS = [1, 10, 50];
const SECONDS = 10;
/** Bits per second of the video. */
const BITRATE = 1_500_000;
const OPENINGS = 200;
const WARM_UP = 100;
const TICKS_PER_SECOND = 100;
const MB = 1024 * 1024;

const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-bench-'));
const env = parseEnv({ DATA_DIR: dataDir, APP_SECRET: 'bench', STREAM_UDP_PORT: '0', STREAM_VIEWERS: '1000' });
const log = createLogger('error');
const gateway = createEmbeddedStreaming({ env, log, failures: createFailures(log), now: () => new Date() });
let isHostThere = false;
gateway.onHostChanged(async ({ isConnected }) => void (isHostThere = isConnected));
gateway.onRecorded(async () => undefined);

/** Frames at that bitrate: real parameter sets with random payload, because no viewer decodes them. */
async function buildPictures(): Promise<EncodedPicture[]> {
  const [first] = await encodePictures({ count: 1, width: 1280, height: 720 });
  const parameters = first?.units.filter((unit) => [7, 8].includes(unit[0]! & 0x1f)) ?? [];
  const bytes = BITRATE / 8 / 30;
  return Array.from({ length: 60 }, (_, index) => {
    const isKey = index === 0;
    const slice = Buffer.concat([Buffer.from([isKey ? 0x65 : 0x41]), randomBytes(isKey ? bytes * 6 : bytes * 0.9)]);
    return { isKey, units: isKey ? [...parameters, slice] : [slice] };
  });
}

async function connect<P extends LiveHost | LiveViewer>(peer: P, sessionId: string, viewer: string): Promise<P> {
  const as = peer instanceof LiveHost ? 'host' : 'viewer';
  const access = await gateway.createAccess({ sessionId, viewer, as, isRecorded: true, seconds: 60 });
  if (access.engine !== 'embedded') throw new Error(`Expected the embedded engine, got ${access.engine}`);
  await peer.connect((sdp) => gateway.connect(access.ticket, sdp));
  return peer;
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Timed out after 30 s: ${isSo.toString()}`);
    await sleep(5);
  }
}

function readCpu(): number {
  const fields = readFileSync(`/proc/${gateway.getEnginePid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const readMemory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.getEnginePid()}/status`, 'utf8'))?.[1]) * 1024;

interface Seen {
  first: number;
  last: number;
  count: number;
}

async function measure(pictures: EncodedPicture[], count: number) {
  const sessionId = `viewers-${count}`;
  isHostThere = false;
  const host = await connect(new LiveHost({ pictures, isStamped: true }), sessionId, 'host');
  await until(() => isHostThere);
  const delays: number[] = [];
  let isMeasuring = false;
  const seen = Array.from({ length: count }, (): Seen => ({ first: -1, last: -1, count: 0 }));
  const viewers: LiveViewer[] = [];
  for (const [index, numbers] of seen.entries()) {
    const onPacket = (kind: 'video' | 'audio', packet: Buffer) => {
      if (kind === 'audio' || !isMeasuring) return;
      delays.push(performance.now() - packet.readDoubleBE(packet.length - 8));
      const sequence = packet.readUInt16BE(2);
      if (numbers.first < 0) numbers.first = sequence;
      numbers.last = sequence;
      numbers.count += 1;
    };
    viewers.push(await connect(new LiveViewer({ onPacket }), sessionId, `viewer-${index}`));
  }
  await until(() => viewers.every(({ state }) => state === 'connected'));
  await sleep(1_000);
  const [cpu, sent, begin] = [readCpu(), host.sent, performance.now()];
  isMeasuring = true;
  await sleep(SECONDS * 1000);
  isMeasuring = false;
  const seconds = (performance.now() - begin) / 1000;
  const lost = seen.reduce((sum, { first, last, count: came }) => sum + ((last - first) & 0xffff) + 1 - came, 0);
  const result = {
    share: (readCpu() - cpu) / seconds,
    median: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    lost,
    packets: (host.sent - sent) / seconds,
    memory: readMemory() / MB,
  };
  host.close();
  await gateway.end(sessionId);
  for (const viewer of viewers) viewer.close();
  return result;
}

try {
  const pictures = await buildPictures();
  const results = [];
  for (const count of VIEWERS) results.push({ count, ...(await measure(pictures, count)) });
  printTable(
    ['viewers', 'share of a core', 'p50 ms', 'p99 ms', 'lost', 'packets a second', 'MB'],
    results.map(({ count, share, median, p99, lost, packets, memory }) => [
      String(count),
      share,
      median,
      p99,
      lost,
      packets,
      memory,
    ]),
  );
  const most = results.at(-1);
  if (!most) throw new Error('No run was measured');
  expectTarget('50 viewers: share of a core', most.share, { atMost: 0.5 });
  expectTarget('50 viewers: p99 in ms', most.p99, { atMost: 150 });
  expectTarget('50 viewers: packets lost', most.lost, { atMost: 0 });

  isHostThere = false;
  const host = await connect(new LiveHost({ pictures }), 'openings', 'host');
  await until(() => isHostThere);
  let before = 0;
  for (let index = 0; index < WARM_UP + OPENINGS; index++) {
    if (index === WARM_UP) before = readMemory();
    const viewer = await connect(new LiveViewer(), 'openings', 'viewer');
    await until(() => viewer.packets.video.length > 0);
    await gateway.remove('openings', 'viewer');
    viewer.close();
  }
  await sleep(4_000);
  const after = readMemory();
  host.close();
  printTable([`${OPENINGS} viewers come and go`, 'MB before', 'MB after'], [['memory', before / MB, after / MB]]);
  expectTarget('MB more after', (after - before) / MB, { atMost: 15 });
} finally {
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
