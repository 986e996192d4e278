import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { files } from '../../server/db/schema/files';
import { buildRecording } from '../factories/media';
import { buildPerformer } from '../factories/performer';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { until } from '../harness/socket-client';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy';

let app: TestApp;
let dataDir: string;
let wire: TcpProxy;
let api: ServerProcess;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-media-'));
  app = await buildTestApp();
  const direct = new URL(app.context.env.DATABASE_URL ?? '');
  wire = await startTcpProxy(direct.href);
  direct.port = new URL(wire.url).port;
  api = await startApi({ DATA_DIR: dataDir, DATABASE_URL: direct.href, LOG_LEVEL: 'fatal' });
});
afterAll(async () => {
  wire.mend();
  await api.stop();
  await wire.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const PATIENCE_MS = 60_000;
/** Longer than the conversion takes. */
const OUTAGE_MS = 12_000;

it('R-9: a video converted during a database outage is finished afterwards, in the same attempt', async () => {
  const creator = await buildPerformer(app);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await buildRecording('clip.mp4'))], { type: 'video/mp4' }), 'clip.mp4');
  const headers = { authorization: creator.token };
  const reply = await fetch(`${api.url}/performer/feeds/video/upload`, { method: 'POST', headers, body: form });
  const { data } = (await reply.json()) as { data: { _id: string; status: string } };
  expect([reply.status, data.status]).toEqual([200, 'processing']);
  const read = async () => (await app.context.db.select().from(files).where(eq(files.id, data._id)))[0];
  await until('its conversion', async () => ((await read())?.attempts ?? 0) > 0, PATIENCE_MS);

  wire.cut();
  // During the outage the worker cannot store its progress, and the conversion ends.
  await sleep(OUTAGE_MS);
  expect(await read()).toMatchObject({ status: 'processing', attempts: 1 });
  wire.mend();

  await until('it is ready', async () => (await read())?.status === 'finished', PATIENCE_MS);
  expect((await read())?.attempts).toBe(1);
  const seen = await fetch(`${api.url}/files/${data._id}/status`, { headers });
  const { url } = ((await seen.json()) as { data: { url: string } }).data;
  const film = await fetch(`${api.url}${new URL(url).pathname}${new URL(url).search}`, { headers });
  expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
}, 180_000);
