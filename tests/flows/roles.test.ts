import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFailures } from '../../server/log/failures';
import { createLogger } from '../../server/log/logger';
import { openDatabase } from '../../server/db/client';
import { createJobQueue, type JobQueue } from '../../server/jobs/queue';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { connect, until } from '../harness/socket-client';

let app: TestApp;
let dataDir: string;
let queue: JobQueue;
let api: ServerProcess;
let worker: ServerProcess | undefined;

const start = (ROLE: string) =>
  startApi({
    DATA_DIR: dataDir,
    DATABASE_URL: app.context.env.DATABASE_URL ?? '',
    LIVE_NODE_URL: 'http://127.0.0.1:9',
    ROLE,
  });

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  const database = openDatabase(app.context.env.DATABASE_URL ?? '', { max: 1 });
  queue = createJobQueue({ database, failures: createFailures(createLogger('silent')), isForSending: true });
  api = await start('api');
});
afterAll(async () => {
  await api.stop();
  await worker?.stop();
  await queue.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const listMails = () => readdir(path.join(dataDir, 'outbox')).catch(() => []);

async function register(name: string): Promise<number> {
  const { status } = await fetch(`${api.url}/auth/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.test`, password: 'a good long password', isOfAge: true }),
  });
  return status;
}

describe('with ROLE=api, jobs wait', () => {
  it('until a process with ROLE=worker runs them', async () => {
    expect(await register('early')).toBe(200);
    expect(await queue.counts()).toMatchObject({ waiting: expect.any(Number), failed: 0 });
    expect((await queue.counts()).waiting).toBeGreaterThan(0);
    expect(await listMails()).toEqual([]);
    worker = await start('worker');
    await until('the mail is written', async () => (await listMails()).length > 0);
    expect(await register('late')).toBe(200);
    await until('the queue is empty', async () => (await queue.counts()).waiting === 0);
    expect(await listMails()).toHaveLength(2);
  });

  it('and the worker only answers probes', async () => {
    const get = async (address: string) => (await fetch(`${worker?.url}${address}`)).status;
    expect([await get('/live'), await get('/health'), await get('/metrics')]).toEqual([200, 200, 200]);
    expect([await get('/performers/search'), await get('/settings'), await get('/docs')]).toEqual([404, 404, 404]);
    const { token } = await buildUser(app);
    await expect(connect(worker?.url ?? '', token)).rejects.toThrow('websocket error');
    const socket = await connect(api.url, token);
    socket.close();
  });
});
