import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { files, uploads } from '../../server/db/schema/files';
import { buildRecording } from '../factories/media';
import { buildPerformer } from '../factories/performer';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { howBusy } from '../harness/how-busy';
import { until } from '../harness/socket-client';
import { beginUpload, tusCall } from '../harness/tus-client';

let app: TestApp;
let dataDir: string;
let api: ServerProcess;
let apiEnv: Record<string, string>;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-upload-'));
  app = await buildTestApp();
  apiEnv = {
    DATA_DIR: dataDir,
    DATABASE_URL: app.context.env.DATABASE_URL ?? '',
    LOG_LEVEL: 'fatal',
    API_PORT: String(await findFreePort()),
  };
  api = await startApi(apiEnv);
});
afterAll(async () => {
  await api.stop();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function crash(): Promise<void> {
  await api.kill();
  api = await startApi(apiEnv);
}

/** Queues are polled every minute, and a worker counts as dead only after a while. */
const PATIENCE_MS = 150_000;
const MB = 1024 * 1024;

it('R-9: a video is stored and converted even if the API is killed during the upload and during the conversion', async () => {
  const { token } = await buildPerformer(app);
  // Padding that players skip. It makes the upload take longer.
  const room = Buffer.alloc(12 * MB);
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  const film = Buffer.concat([await buildRecording('wide.mp4'), room]);
  const { id, url } = await beginUpload(api.url, { token, size: film.length, purpose: 'feed-video' });
  const first = { offset: 0, bytes: film.subarray(0, 4 * MB) };
  expect(await tusCall('PATCH', url, { token, part: first })).toMatchObject({ status: 204 });

  const half = film.subarray(4 * MB, 8 * MB);
  const underWay = tusCall('PATCH', url, {
    token,
    headers: { 'content-length': String(8 * MB) },
    part: { offset: 4 * MB, bytes: half },
    stalls: true,
  }).catch(() => 'broken');
  const arrived = path.join(dataDir, 'tmp', `upload-${id}`);
  await until('more than the first part', async () => (await stat(arrived)).size > 5 * MB, PATIENCE_MS);
  await crash();
  expect(await underWay).toBe('broken');

  // The state half a minute later, when the lock of the killed process has expired.
  await app.context.db
    .update(uploads)
    .set({ heldUntil: sql`now() - interval '1 second'` })
    .where(eq(uploads.id, id));
  const asked = await tusCall('HEAD', url, { token });
  const offset = Number(asked?.headers['upload-offset']);
  expect(asked?.status).toBe(200);
  expect(offset).toBeGreaterThan(5 * MB);
  const rest = { offset, bytes: film.subarray(offset) };
  expect(await tusCall('PATCH', url, { token, part: rest })).toMatchObject({ status: 204 });

  const read = async () => (await app.context.db.select().from(files).where(eq(files.id, id)))[0];
  await until('its conversion', async () => ((await read())?.attempts ?? 0) > 0, PATIENCE_MS);
  await crash();
  expect(await read()).toMatchObject({ status: 'processing', attempts: 1 });
  // The state a minute later, when the worker counts as dead.
  await app.context.db
    .update(files)
    .set({ heartbeatAt: sql`now() - interval '61 seconds'` })
    .where(eq(files.id, id));
  await until('it is ready', async () => (await read())?.status === 'finished', PATIENCE_MS);
  expect(await read()).toMatchObject({ attempts: 1, interruptions: 0 });
  const seen = await fetch(`${api.url}/files/${id}/status`, { headers: { authorization: token } });
  expect(await seen.json()).toMatchObject({ data: { status: 'finished', type: 'feed-video' } });
}, 400_000);

it('a draining process does not wait for a stalled chunk, and keeps the bytes that have arrived', async () => {
  const { token } = await buildPerformer(app);
  const { id, url } = await beginUpload(api.url, { token, size: 8 * MB, purpose: 'feed-video' });
  const bytes = (await buildRecording('wide.mp4')).subarray(0, 80_000);
  const underWay = tusCall('PATCH', url, {
    token,
    headers: { 'content-length': String(8 * MB) },
    part: { offset: 0, bytes },
    stalls: true,
  }).catch(() => 'broken');
  const arrived = path.join(dataDir, 'tmp', `upload-${id}`);
  await until('all that was sent', async () => (await stat(arrived)).size === bytes.length, PATIENCE_MS);
  const start = Date.now();
  expect(await api.stop()).toBe(0);
  expect(Date.now() - start).toBeLessThan(15_000 * howBusy());
  await underWay;
  api = await startApi(apiEnv);
  const [row] = await app.context.db.select().from(uploads).where(eq(uploads.id, id));
  expect(row).toMatchObject({ holder: null, heldUntil: null });
  const asked = await tusCall('HEAD', url, { token });
  expect(Number(asked?.headers['upload-offset'])).toBe(bytes.length);
});
