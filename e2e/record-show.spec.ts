import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'esbuild';
import Fastify, { type FastifyInstance } from 'fastify';
import type { recordShow, ShowRecording } from '../src/services/streaming/record-show';
import type { discardRecordings, listRecordings } from '../src/services/streaming/recording-store';
import { findFreePort } from '../tests/harness/api-process';
import { expect, test } from './fixtures';

// Tests only the recorder: an empty page records the browser's camera and plays the result.

declare global {
  interface Window {
    recorder: {
      recordShow: typeof recordShow;
      listRecordings: typeof listRecordings;
      discardRecordings: typeof discardRecordings;
    };
    recording: ShowRecording | null;
    failures: string[];
    startedAt: number;
  }
}

let site: FastifyInstance;
let origin: string;

test.beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './record-show'; export * from './recording-store';",
      resolveDir: 'src/services/streaming',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'recorder',
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const body = `<!doctype html><title>Recorder</title><link rel="icon" href="data:,"><video muted playsinline></video><script>${script.replaceAll('</script', '<\\/script')}; window.recorder = recorder;</script>`;
  site = Fastify({ forceCloseConnections: true });
  site.get('/', async (_request, reply) => reply.type('text/html').send(body));
  const port = await findFreePort();
  origin = `http://localhost:${port}`;
  await site.listen({ port });
});

test.afterAll(() => site.close());

async function startRecording(context: BrowserContext, showId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(async (id) => {
    window.failures = [];
    const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360 }, audio: true });
    const media = { video: stream.getVideoTracks()[0] ?? null, audio: stream.getAudioTracks()[0] ?? null };
    window.recording = await window.recorder.recordShow({ accountId: 'host', showId: id }, media, (error) =>
      window.failures.push(String(error)),
    );
    window.startedAt = performance.now();
  }, showId);
  return page;
}

const countSafeBytes = (page: Page, showId: string): Promise<number> =>
  page.evaluate(async (id) => {
    const files = await window.recorder.listRecordings({ accountId: 'host', showId: id });
    return files.reduce((sum, { size }) => sum + size, 0);
  }, showId);

async function waitForParts(page: Page, showId: string, above = 0): Promise<number> {
  await expect.poll(() => countSafeBytes(page, showId)).toBeGreaterThan(above);
  return countSafeBytes(page, showId);
}

/** Length, size and volume of a recording, and the color of its center at the given seconds. */
const play = (page: Page, file: 'stopped' | { showId: string }, seconds: readonly number[]) =>
  page.evaluate(
    async ({ from, at }) => {
      const found =
        from === 'stopped'
          ? await window.recording?.stop()
          : (await window.recorder.listRecordings({ accountId: 'host', ...from }))[0];
      if (!found) throw new Error('No recording was found');
      const video = document.querySelector('video')!;
      video.src = URL.createObjectURL(found);
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      const colours: number[][] = [];
      const pictures: Uint8ClampedArray[] = [];
      for (const second of at) {
        video.currentTime = second;
        await new Promise((resolve) => (video.onseeked = resolve));
        pen.drawImage(video, 0, 0);
        pictures.push(pen.getImageData(0, 0, canvas.width, canvas.height).data);
        colours.push(Array.from(pen.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data));
      }
      const differs = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
        a.some((value, index) => Math.abs(value - (b[index] ?? 0)) > 40);
      const audio = await new AudioContext().decodeAudioData(await found.arrayBuffer());
      const loudest = audio.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      return {
        name: found.name,
        type: found.type,
        failures: window.failures,
        size: [video.videoWidth, video.videoHeight],
        duration: video.duration,
        sound: { duration: audio.duration, loudest },
        colours,
        moves: pictures.slice(1).some((picture, index) => differs(picture, pictures[index]!)),
      };
    },
    { from: file, at: seconds },
  );

/** Changes the recorder's input. @returns when this happened, in seconds of the recording */
const change = (page: Page, to: 'screen' | 'nothing'): Promise<number> =>
  page.evaluate((kind) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 900, height: 900 });
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = '#ff0000';
    pen.fillRect(0, 0, 900, 900);
    const screen = canvas.captureStream(0).getVideoTracks()[0] ?? null;
    window.recording?.replaceVideo(kind === 'screen' ? screen : null);
    window.recording?.replaceAudio(null);
    return (performance.now() - window.startedAt) / 1000;
  }, to);

test(
  'a show is recorded as a playable video, through camera, screen and no picture',
  { tag: '@full' },
  async ({ context }) => {
    const page = await startRecording(context, 'show');
    await waitForParts(page, 'show');
    const screenAt = await change(page, 'screen');
    const safe = await waitForParts(page, 'show', await countSafeBytes(page, 'show'));
    const nothingAt = await change(page, 'nothing');
    await waitForParts(page, 'show', safe);
    const film = await play(page, 'stopped', [0.5, 1.5, screenAt + 2, nothingAt + 2]);
    expect(film).toMatchObject({ type: 'video/mp4', failures: [], size: [1280, 720], moves: true });
    expect(film.duration).toBeGreaterThan(nothingAt + 2);
    expect(Math.abs(film.sound.duration - film.duration)).toBeLessThan(1);
    expect(film.sound.loudest).toBeGreaterThan(0.05);
    const [, , screen = [], nothing = []] = film.colours;
    expect(screen[0]).toBeGreaterThan(200);
    expect(screen[1]).toBeLessThan(60);
    expect(Math.max(...nothing.slice(0, 3))).toBeLessThan(40);
  },
);

test('a browser without an H264 encoder records a playable WebM', { tag: '@full' }, async ({ context }) => {
  await context.addInitScript(() => {
    const { isConfigSupported } = VideoEncoder;
    VideoEncoder.isConfigSupported = async (config) =>
      config.codec.startsWith('avc') ? { supported: false, config } : isConfigSupported.call(VideoEncoder, config);
  });
  const page = await startRecording(context, 'webm');
  await waitForParts(page, 'webm');
  const film = await play(page, 'stopped', [0.5, 1.5, 2.5]);
  expect(film).toMatchObject({ type: 'video/webm', failures: [], size: [1280, 720], moves: true });
  expect(film.name).toMatch(/\.webm$/);
  expect(film.sound.loudest).toBeGreaterThan(0.05);
});

test('the recording of a crashed tab can be played until it is discarded', { tag: '@full' }, async ({ context }) => {
  const crashed = await startRecording(context, 'lost');
  await waitForParts(crashed, 'lost', await waitForParts(crashed, 'lost'));
  await crashed.close();
  const page = await context.newPage();
  await page.goto(origin);
  const film = await play(page, { showId: 'lost' }, [0.5, 1.5, 2.5]);
  expect(film).toMatchObject({ size: [1280, 720], moves: true });
  expect(film.duration).toBeGreaterThan(6);
  await page.evaluate(() => window.recorder.discardRecordings({ accountId: 'host', showId: 'lost' }));
  expect(await countSafeBytes(page, 'lost')).toBe(0);
});
