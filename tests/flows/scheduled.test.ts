import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { items } from '../../server/db/schema/items';
import { notifications } from '../../server/db/schema/social';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { howBusy } from '../harness/how-busy';
import { until } from '../harness/socket-client';

let app: TestApp;
let dataDir: string;
let env: Record<string, string>;
let api: ServerProcess;
let creator: BuiltPerformer;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-scheduled-'));
  app = await buildTestApp();
  env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '' };
  api = await startApi(env);
  creator = await buildPerformer(app);
  const follower = await buildUser(app);
  await app.call('followPerformer', { as: follower.token, params: { id: creator.id } });
});
afterAll(async () => {
  await api.stop();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function schedule(delayMs: number): Promise<{ id: string; dueAt: number }> {
  const dueAt = Date.now() + delayMs;
  const body = { type: 'text', text: 'Later', isSchedule: true, scheduleAt: new Date(dueAt).toISOString() };
  const reply = await fetch(`${api.url}/performer/feeds`, {
    method: 'POST',
    headers: { authorization: creator.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await reply.json()) as { data: { _id: string } };
  return { id: data._id, dueAt };
}

const getRow = async (id: string) => (await app.context.db.select().from(items).where(eq(items.id, id)))[0];
const isPublished = async (id: string) => (await getRow(id))?.status === 'active';
const getNews = (id: string) => app.context.db.select().from(notifications).where(eq(notifications.refId, id));
/** Shorter than the interval of the job that publishes posts whose time was missed. */
const PATIENCE_MS = 15_000 * howBusy();

// Promises R-4.
describe('a scheduled post', () => {
  it('is published at its time, not before, and announced once', async () => {
    const { id, dueAt } = await schedule(2_000);
    expect(await getRow(id)).toMatchObject({ status: 'inactive', isScheduled: true });
    await until('it is out', () => isPublished(id), PATIENCE_MS);
    expect((await getRow(id))?.publishedAt.getTime()).toBeGreaterThanOrEqual(dueAt);
    await until('it is told', async () => (await getNews(id)).length > 0, PATIENCE_MS);
    expect(await getNews(id)).toHaveLength(1);
  });

  it('whose time passed while the API was down is published once after the restart', async () => {
    const { id, dueAt } = await schedule(1_500);
    await api.kill();
    await sleep(Math.max(0, dueAt - Date.now()) + 500);
    expect(await isPublished(id)).toBe(false);
    const back = Date.now();
    api = await startApi(env);
    await until('it is out', () => isPublished(id), PATIENCE_MS);
    expect((await getRow(id))?.publishedAt.getTime()).toBeGreaterThanOrEqual(back);
    await until('it is told', async () => (await getNews(id)).length > 0, PATIENCE_MS);
    await sleep(1_500);
    expect(await getNews(id)).toHaveLength(1);
    expect(await app.services.feed.find(id)).toMatchObject({ status: 'active', isScheduled: false });
  });
});
