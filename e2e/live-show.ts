import { readdir, readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { howBusy } from '../tests/harness/how-busy';
import { connect, type TestSocket } from '../tests/harness/socket-client';
import { apiUrl } from './accounts';
import { dataDir } from './data-dir';
import { expect } from './fixtures';

export const CAMERA_SIZE = { width: 640, height: 360 };

interface Host {
  token: string;
}

export interface RunningShow {
  streamId: string;
  sessionId: string;
  conversationId: string;
  socket: TestSocket;
}

async function call<T>(request: APIRequestContext, { token }: Host, path: string, data: object): Promise<T> {
  const reply = await request.post(`${apiUrl}${path}`, { headers: { Authorization: token }, data });
  const body = (await reply.json()) as { data: T };
  if (!reply.ok()) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.data;
}

declare global {
  interface Window {
    exchange(sdp: string): Promise<string>;
    connection: RTCPeerConnection;
  }
}

/** Sends the browser's fake camera, connecting through `exchange`, until the page is closed. */
export async function publishCamera(page: Page, codec: 'H264' | 'VP8' = 'H264'): Promise<void> {
  await page.evaluate(
    async ({ size, wanted }) => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: size, audio: true });
      const connection = new RTCPeerConnection();
      window.connection = connection;
      const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
      for (const track of stream.getTracks()) {
        const transceiver = connection.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
        if (track.kind === 'video')
          transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === wanted));
      }
      await connection.setLocalDescription();
      const sdp = await window.exchange(connection.localDescription?.sdp ?? '');
      await connection.setRemoteDescription({ type: 'answer', sdp });
    },
    { size: CAMERA_SIZE, wanted: `video/${codec}` },
  );
}

export async function sendCamera(page: Page, request: APIRequestContext, host: Host, streamId: string): Promise<void> {
  await page.exposeFunction('exchange', async (sdp: string) => {
    const { ticket } = await call<{ ticket: string }>(request, host, '/streaming/access', { streamId, as: 'host' });
    return (await call<{ sdp: string }>(request, host, '/streaming/connect', { ticket, sdp })).sdp;
  });
  await page.goto('/404');
  await publishCamera(page);
}

export async function startShow(
  page: Page,
  { request, host, ...terms }: { request: APIRequestContext; host: Host } & Record<string, unknown>,
): Promise<RunningShow> {
  const show = await call<{ _id: string; sessionId: string; conversation: { _id: string } }>(
    request,
    host,
    '/streaming/live',
    { title: 'Evening session', description: '', isFree: true, audience: 'everyone', ...terms },
  );
  const { _id: streamId, sessionId } = show;
  const conversationId = show.conversation._id;
  await sendCamera(page, request, host, streamId);
  const socket = await connect(apiUrl, host.token);
  socket.socket.emit('public-stream/live', { conversationId });
  return { streamId, sessionId, conversationId, socket };
}

/** The video, some lines of the chat and its composer are in the window together, and no bar covers the composer. */
export async function expectChatInView(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Say something' });
  for (const part of [composer, page.locator('video').first()]) await expect(part).toBeInViewport({ ratio: 0.9 });
  await composer.click({ trial: true });
  const log = await page.getByRole('log', { name: 'Chat messages' }).boundingBox();
  expect(log?.height).toBeGreaterThan(80);
}

/**
 * Waits until two frames differ at the place where the fake camera draws something that rotates. @returns milliseconds since
 * the call
 */
export function waitForMovement(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const begin = performance.now();
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d', { willReadFrequently: true })!;
    const readPicture = async () => {
      let video = document.querySelector('video');
      while (!video?.videoWidth) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        video = document.querySelector('video');
      }
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      pen.drawImage(video, 0, 0);
      return pen.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const first = await readPicture();
    for (;;) {
      const next = await readPicture();
      let changed = 0;
      for (let at = 0; at < next.length; at += 4) if (Math.abs(next[at]! - (first[at] ?? 0)) > 40) changed += 1;
      if (next.length === first.length && changed > 100) return performance.now() - begin;
    }
  });
}

/** Kills with SIGKILL, like a crash of native code. */
export async function killEngine(): Promise<void> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of entries) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('streaming/worker/main') || !command.includes(dataDir)) continue;
    process.kill(Number(pid), 'SIGKILL');
    return;
  }
  throw new Error('No engine process of this run was found');
}

/** Extends a time limit as much as the machine is busy. @param ms limit on an idle machine */
export const within = (ms: number): number => ms * howBusy();

export const countShown = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
