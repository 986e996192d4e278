import sharp from 'sharp';
import { buildPerformer } from '../factories/performer';
import { beginUpload, tusCall } from '../harness/tus-client';
import { startBenchApi } from './harness/api';
import { expectTarget, median, percentile, printTable } from './harness/report';
import { getId, seedPeople, seedPosts } from './harness/seed';

/** Measures the latency of other requests during many image uploads, and the throughput of a large file in chunks and whole. */
const UPLOADS = 50;
const IDLE_CALLS = 300;
const PAUSE_MS = 20;
const MB = 1024 * 1024;
const LARGE = 300 * MB;
/** The studio's chunk size. */
const PART = 8 * MB;

/** Twelve megapixels with grain like a photograph's. */
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
  const fan = await app.services.session.open(getId('f', 1));
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
    of(idle, index, 0.5),
    of(busy, index, 0.5),
    of(idle, index, 0.95),
    of(busy, index, 0.95),
  ]);
  console.log(`  ${UPLOADS} pictures of ${(picture.size / 1e6).toFixed(1)} MB at once took ${seconds.toFixed(1)} s`);
  printTable(['while pictures arrive', 'idle p50 ms', 'busy p50 ms', 'idle p95', 'busy p95'], rows);
  for (const [index, [name]] of calls.entries())
    expectTarget(`${name}: p50 against idle`, median(busy[index] ?? []) / median(idle[index] ?? []), { atMost: 2 });

  const large = Buffer.alloc(LARGE, 'goods');
  const timed = async (work: () => Promise<number | undefined>): Promise<number> => {
    const begin = performance.now();
    const status = await work();
    if (status === undefined || status >= 300) throw new Error(`a large file: ${status}`);
    return LARGE / MB / ((performance.now() - begin) / 1000);
  };
  const whole = await timed(async () => {
    const body = new FormData();
    body.append('digitalFile', new Blob([large]), 'goods.bin');
    body.append('image', picture, 'photo.jpg');
    const product = { name: 'Goods', type: 'digital', price: '5', description: 'All of it' };
    for (const [name, value] of Object.entries(product)) body.append(name, value);
    const url = `${api.url}/performer/performer-assets/products`;
    const reply = await fetch(url, { method: 'POST', headers: { authorization: creator.token }, body });
    await reply.text();
    return reply.status;
  });
  const inParts = await timed(async () => {
    const { token } = creator;
    const { url } = await beginUpload(api.url, { token, size: LARGE, purpose: 'performer-product-digital' });
    for (let offset = 0; ; offset += PART) {
      const reply = await tusCall('PATCH', url, {
        token,
        part: { offset, bytes: large.subarray(offset, offset + PART) },
      });
      if (reply?.status !== 204 || offset + PART >= LARGE) return reply?.status;
    }
  });
  printTable(
    ['a file of 300 MB', 'MB a second'],
    [
      ['whole', whole],
      ['in parts of 8 MB', inParts],
    ],
  );
  expectTarget('in parts against whole', inParts / whole, { atLeast: 0.3 });
} finally {
  await bench.stop();
}
