import type { Page } from '@playwright/test';
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

/** A line on which a part takes seconds. @returns the way to another speed, in bytes a second; as fast as it goes without one. */
export async function slowDown(page: Page): Promise<(speed?: number) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const setSpeed = async (uploadThroughput = -1) => {
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', line);
  };
  await setSpeed(3 * megabyte);
  return setSpeed;
}
