import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { videos } from '@server/db/schema/assets';
import { files } from '@server/db/schema/files';
import { notifications } from '@server/db/schema/social';
import { encodePictures } from '../factories/media';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { freeShow } from '../factories/show';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { endLivePeers, LiveHost } from '../harness/live-peers';
import { connect, until } from '../harness/socket-client';

let app: TestApp;
let host: BuiltPerformer;
let dataDir: string;
let api: ServerProcess;
let apiEnv: Record<string, string>;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-replay-'));
  app = await buildTestApp();
  host = await buildPerformer(app);
  apiEnv = {
    DATA_DIR: dataDir,
    DATABASE_URL: app.context.env.DATABASE_URL ?? '',
    LOG_LEVEL: 'fatal',
    API_PORT: String(await findFreePort()),
  };
  api = await startApi(apiEnv);
});
afterAll(async () => {
  endLivePeers();
  await api.stop();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const PATIENCE_MS = 150_000;

async function call<T>(place: string, body: object): Promise<T> {
  const reply = await fetch(`${api.url}${place}`, {
    method: 'POST',
    headers: { authorization: host.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as { data: T };
  if (!reply.ok) throw new Error(`${place}: ${JSON.stringify(answer)}`);
  return answer.data;
}

it('R-7: a show whose API was killed when it ended becomes one draft at the next start', async () => {
  const show = await call<{ _id: string; sessionId: string; conversation: { _id: string } }>('/streaming/live', {
    ...freeShow,
    isRecorded: true,
  });
  const streamId = show._id;
  const camera = new LiveHost({ pictures: await encodePictures({ count: 120, keyEvery: 30 }) });
  await camera.connect(async (sdp) => {
    const { ticket } = await call<{ ticket: string }>('/streaming/access', { streamId, as: 'host' });
    return (await call<{ sdp: string }>('/streaming/connect', { ticket, sdp })).sdp;
  });
  const socket = await connect(api.url, host.token);
  socket.socket.emit('public-stream/live', { conversationId: show.conversation._id });
  const folder = path.join(dataDir, 'recordings', show.sessionId);
  const readSeconds = async () =>
    (JSON.parse(await readFile(path.join(folder, 'state.json'), 'utf8')) as { seconds: number }).seconds;
  await until('something is recorded', () => readSeconds().then((seconds) => seconds > 3, () => false), PATIENCE_MS); // prettier-ignore

  await call(`/streaming/live/${streamId}/end`, {});
  await api.kill();
  camera.close();
  socket.close();
  await access(folder);
  const findVideos = () => app.context.db.select().from(videos).where(eq(videos.streamId, streamId));
  expect(await findVideos()).toEqual([]);

  api = await startApi(apiEnv);
  await until('it is a draft', async () => (await findVideos()).length > 0, PATIENCE_MS);
  await api.kill();
  api = await startApi(apiEnv);
  const readFileRow = async () => (await app.context.db.select().from(files).where(eq(files.id, streamId)))[0];
  // The state a minute later, when the worker counts as dead.
  await app.context.db
    .update(files)
    .set({ heartbeatAt: new Date(0) })
    .where(eq(files.id, streamId));
  await until('it plays', async () => (await readFileRow())?.status === 'finished', PATIENCE_MS);
  expect((await readFileRow())?.duration).toBeGreaterThan(2);
  expect(await findVideos()).toHaveLength(1);
  const listNews = () => app.context.db.select().from(notifications).where(eq(notifications.action, 'replay'));
  await until('its host is told', async () => (await listNews()).length > 0, PATIENCE_MS);
  expect(await listNews()).toHaveLength(1);
  await until('the recording is taken away', () => access(folder).then(() => false, () => true), PATIENCE_MS); // prettier-ignore
}, 600_000);
