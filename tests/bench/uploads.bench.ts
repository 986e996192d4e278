import sharp from 'sharp';
import { buildPerformer } from '../factories/performer';
import { startBenchApi } from './harness/api';
import { expectTarget, median, percentile, printTable } from './harness/report';
import { idOf, seedPeople, seedPosts } from './harness/seed';

/** How long others wait while many pictures arrive at once, beside the same calls on an idle server. */
const UPLOADS = 50;
const IDLE_CALLS = 300;
/** Milliseconds between two calls. */
const PAUSE_MS = 20;

/** Twelve megapixels with the grain of a photograph. */
const buildPicture = async (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = sharp({ create: { width: 1000, height: 750, channels: 3, noise, background: '#000' } });
  return sharp(await grain.blur(2).png().toBuffer())
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .toBuffer();
};

const bench = await startBenchApi();
const { api, app } = bench;
try {
  await seedPeople(app.context.db, 1);
  await seedPosts(app.context.db, 1, 1_000);
  const fan = await app.services.session.open(idOf('f', 1));
  const creator = await buildPerformer(app);
  const calls = [
    ['feed of a guest', '/user/feeds', {}],
    ['home of a fan', '/user/feeds?isHome=true', { authorization: fan }],
  ] as const;

  async function measure(isOver: () => boolean): Promise<number[][]> {
    const times = calls.map((): number[] => []);
    while (!isOver()) {
      for (const [index, [, path, headers]] of calls.entries()) {
        const start = performance.now();
        const reply = await fetch(api.url + path, { headers });
        await reply.text();
        if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
        times[index]?.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    return times;
  }
  const count = (most: number) => {
    let left = most;
    return () => left-- <= 0;
  };

  const picture = new Blob([new Uint8Array(await buildPicture())], { type: 'image/jpeg' });
  const upload = async (): Promise<void> => {
    const body = new FormData();
    body.append('file', picture, 'photo.jpg');
    const url = `${api.url}/performer/feeds/photo/upload`;
    const reply = await fetch(url, { method: 'POST', headers: { authorization: creator.token }, body });
    if (!reply.ok) throw new Error(`upload: ${reply.status} ${await reply.text()}`);
    await reply.text();
  };

  await measure(count(50));
  const idle = await measure(count(IDLE_CALLS));
  const start = performance.now();
  let isDone = false;
  const uploads = Promise.all(Array.from({ length: UPLOADS }, upload)).finally(() => (isDone = true));
  const [busy] = await Promise.all([measure(() => isDone), uploads]);
  const seconds = (performance.now() - start) / 1000;

  const of = (times: number[][], index: number, share: number) => percentile(times[index] ?? [], share);
  const rows = calls.map(([name], index) => [
    name,
    ...[of(idle, index, 0.5), of(busy, index, 0.5), of(idle, index, 0.95), of(busy, index, 0.95)],
  ]);
  console.log(`  ${UPLOADS} pictures of ${(picture.size / 1e6).toFixed(1)} MB at once took ${seconds.toFixed(1)} s`);
  printTable(['while pictures arrive', 'idle p50 ms', 'busy p50 ms', 'idle p95', 'busy p95'], rows);
  for (const [index, [name]] of calls.entries())
    expectTarget(`${name}: p50 against idle`, median(busy[index] ?? []) / median(idle[index] ?? []), { atMost: 2 });
} finally {
  await bench.stop();
}
