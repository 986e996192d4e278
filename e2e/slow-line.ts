import type { Page, Request } from '@playwright/test';
import { record, type PickedFile } from './recordings';

const megabyte = 1024 * 1024;

/** A film of two parts: what is behind its own boxes is room that players pass over. */
export async function recordLong(): Promise<PickedFile> {
  const { buffer, ...film } = await record('film.mp4');
  const room = Buffer.alloc(12 * megabyte);
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  return { ...film, buffer: Buffer.concat([buffer, room]) };
}

/** Bytes a second at which the second part of a film takes most of a minute. */
const crawl = 100_000;

/** A line on which the first part of a film takes seconds, and the second one crawls. */
interface SlowLine {
  /** In bytes a second; as fast as it goes without one. */
  setSpeed(speed?: number): Promise<void>;
  /**
   * Waits until the server has the first part of each film. The second is on its way from here on, for whatever is looked at
   * meanwhile; how far it is, the page hears late.
   */
  untilFirstParts(): Promise<void>;
}

/** @param films that go up side by side. */
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
  // The next part follows at once: it is let go when the line crawls.
  await page.route('**/files/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH' && !isFirst(route.request())) await crawling;
    await route.fallback();
  });
  return { setSpeed, untilFirstParts: () => crawling };
}
