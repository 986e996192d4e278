import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type Hls from 'hls.js';
import Fastify, { type FastifyInstance } from 'fastify';
import { parseEnv } from '../server/env';
import type { Recorded } from '../server/gateways/streaming';
import { createEmbeddedStreaming, type EmbeddedStreaming } from '../server/gateways/streaming-embedded';
import { registerStreamRoutes } from '../server/http/stream-routes';
import { createFailures } from '../server/log/failures';
import { createLogger } from '../server/log/logger';
import { findFreePort } from '../tests/harness/api-process';
import { expect, test } from './fixtures';
import { CAMERA_SIZE, publishCamera, waitForMovement, within } from './live-show';

// Tests only the engine: the pages use plain WebRTC to send the browser's camera and to show it.

let gateway: EmbeddedStreaming;
let dataDir: string;
let recordings: Recorded[];
let hostStates: boolean[];
let api: FastifyInstance;
let origin: string;
let isAllowed: boolean;

test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-live-'));
  api = Fastify({ forceCloseConnections: true });
  const body =
    '<!doctype html><title>Live</title><link rel="icon" href="data:,"><video autoplay muted playsinline></video>';
  api.get('/', async (_request, reply) => reply.type('text/html').send(body));
  const port = await findFreePort();
  origin = `http://localhost:${port}`;
  const env = parseEnv({
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret',
    STREAM_UDP_PORT: '0',
    API_PUBLIC_URL: origin,
  });
  const log = createLogger('silent');
  gateway = createEmbeddedStreaming({ env, log, failures: createFailures(log), now: () => new Date() });
  registerStreamRoutes(api, {
    hls: gateway.hls,
    needsSession: false,
    canWatch: async () => isAllowed,
    findActor: async () => null,
    findCallerCountry: async () => null,
    assertCountryOpen: async () => undefined,
  });
  await api.listen({ port });
  isAllowed = true;
  [recordings, hostStates] = [[], []];
  gateway.onHostChanged(async ({ isConnected }) => void hostStates.push(isConnected));
  gateway.onRecorded(async (recorded) => void recordings.push(recorded));
});

test.afterEach(async () => {
  await api.close();
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
});

declare global {
  interface Window {
    Hls: typeof Hls;
  }
}

async function openPage(context: BrowserContext, as: 'host' | 'viewer', viewer: string): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction('exchange', async (sdp: string) => {
    const access = await gateway.createAccess({ sessionId: 'show', viewer, as, isRecorded: true, seconds: 60 });
    if (access.engine !== 'embedded') throw new Error(`Expected the embedded engine, got ${access.engine}`);
    return gateway.connect(access.ticket, sdp);
  });
  await page.goto(origin);
  return page;
}

async function publish(context: BrowserContext, codec: 'H264' | 'VP8'): Promise<Page> {
  const page = await openPage(context, 'host', 'host');
  await publishCamera(page, codec);
  return page;
}

/** @returns milliseconds until two different frames have been shown */
async function watch(page: Page): Promise<number> {
  const begunAt = Date.now();
  await page.evaluate(async () => {
    const connection = new RTCPeerConnection();
    window.connection = connection;
    for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' });
    const video = document.querySelector('video')!;
    connection.ontrack = ({ streams }) => (video.srcObject = streams[0] ?? null);
    await connection.setLocalDescription();
    const sdp = await window.exchange(connection.localDescription?.sdp ?? '');
    await connection.setRemoteDescription({ type: 'answer', sdp });
  });
  await waitForMovement(page);
  return Date.now() - begunAt;
}

const countPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (const [, report] of await window.connection.getStats())
      if (report.type === 'inbound-rtp' && report.kind === 'video') return report.framesDecoded as number;
    return 0;
  });

for (const codec of ['H264', 'VP8'] as const)
  test(
    `a ${codec} camera is seen moving by three viewers within 3 s, and by a late one within 2 s`,
    { tag: codec === 'VP8' ? '@full' : [] },
    async ({ context }) => {
      const host = await publish(context, codec);
      await expect.poll(() => hostStates).toEqual([true]);
      const pages = await Promise.all(['a', 'b', 'c'].map((viewer) => openPage(context, 'viewer', viewer)));
      for (const took of await Promise.all(pages.map(watch))) expect(took).toBeLessThan(within(3_000));
      const late = await openPage(context, 'viewer', 'late');
      expect(await watch(late)).toBeLessThan(within(2_000));

      await host.close();
      const before = await countPictures(late);
      await publish(context, codec);
      await expect.poll(() => countPictures(late), { timeout: 5_000 }).toBeGreaterThan(before + 10);

      await gateway.remove('show', 'a');
      const [gone] = pages;
      if (!gone) throw new Error('no page');
      const shown = await countPictures(gone);
      const aim = (await countPictures(late)) + 20;
      await expect.poll(() => countPictures(late)).toBeGreaterThan(aim);
      expect((await countPictures(gone)) - shown).toBeLessThan(5);

      await gateway.end('show');
      expect(recordings).toMatchObject([{ mimeType: codec === 'H264' ? 'video/mp4' : 'video/webm' }]);
      expect(recordings[0]?.duration).toBeGreaterThan(1);
    },
  );

test('live segments play 4 to 8 s late, until their viewer loses access', { tag: '@full' }, async ({ context }) => {
  await publish(context, 'H264');
  await expect.poll(() => hostStates).toEqual([true]);
  const begin = Date.now();
  const page = await openPage(context, 'viewer', 'a');
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js') });
  const access = await gateway.createAccess({
    sessionId: 'show',
    viewer: 'a',
    as: 'viewer',
    isRecorded: true,
    seconds: 60,
  });
  if (access.engine !== 'embedded' || !access.hls) throw new Error('The engine returned no live segments');
  const { hls } = access;
  // Players start at the third segment from the end.
  const isListed = async () => (await (await fetch(hls)).text()).includes('2.m4s');
  await expect.poll(isListed, { timeout: 15_000 }).toBe(true);
  await page.evaluate((address) => {
    const player = new window.Hls({ enableWorker: false });
    player.loadSource(address);
    player.attachMedia(document.querySelector('video')!);
  }, hls);
  const readTime = () => page.evaluate(() => document.querySelector('video')!.currentTime);
  await expect.poll(readTime, { timeout: 20_000 }).toBeGreaterThan(6);
  const behind = (Date.now() - begin) / 1000 - (await readTime());
  expect(behind).toBeGreaterThan(2);
  expect(behind).toBeLessThan(8.5);
  expect(await page.evaluate(() => document.querySelector('video')!.videoWidth)).toBe(CAMERA_SIZE.width);

  isAllowed = false;
  expect((await fetch(hls)).ok).toBe(false);
});
