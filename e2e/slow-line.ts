import type { Page, Request } from '@playwright/test';
import { record, type PickedFile } from './recordings';

const megabyte = 1024 * 1024;

/** A video that uploads in two chunks, because padding that players skip is appended. */
export async function recordLong(): Promise<PickedFile> {
  const { buffer, ...film } = await record('film.mp4');
  const room = Buffer.alloc(12 * megabyte);
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  return { ...film, buffer: Buffer.concat([buffer, room]) };
}

/** Bytes per second, at which the second chunk takes most of a minute. */
const crawl = 100_000;

/** An upload speed at which first chunks take seconds, and second chunks most of a minute. */
interface SlowLine {
  setSpeed(speed?: number): Promise<void>;
  /** Resolves once every first chunk is stored. Second chunks are being sent, but the page learns of their progress late. */
  untilFirstParts(): Promise<void>;
}

export async function slowDown(page: Page, films = 1): Promise<SlowLine> {
  const network = await page.context().newCDPSession(page);
  const setSpeed = async (uploadThroughput = -1) => {
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', line);
  };
  await setSpeed(3 * megabyte);
  const isFirst = (request: Request) => request.method() === 'PATCH' && request.headers()['upload-offset'] === '0';
  let tell = () => undefined as void;
  const crawling = new Promise<void>((begun) => (tell = begun));
  let first = 0;
  page.on('response', (reply) => {
    if (!isFirst(reply.request())) return;
    first += 1;
    if (first === films) void setSpeed(crawl).then(tell);
  });
  // Holds back second chunks until the connection is slow.
  await page.route('**/files/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && !isFirst(route.request())) await crawling;
    await route.fallback();
  });
  return { setSpeed, untilFirstParts: () => crawling };
}
