import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';

/** Time within which the API must have recovered. Promises R-9. */
const BACK_MS = 30_000;

let dataDir: string;
let apis: ServerProcess[] = [];

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-outage-'));
  apis = [await startApi({ DATA_DIR: dataDir }), await startApi({ DATA_DIR: dataDir })];
}, 180_000);

afterAll(async () => {
  const codes = await Promise.all(apis.map((api) => api.stop()));
  await rm(dataDir, { recursive: true, force: true });
  expect(codes).toEqual([0, 0]);
});

async function postgresPid(): Promise<number> {
  const file = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

const getChildren = (parent: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));

function startLoad() {
  const seen: { status: number; ms: number; body: { message?: string }; retryAfter: string | null }[] = [];
  const state = { isOver: false };
  const call = async (url: string, init?: RequestInit) => {
    const began = Date.now();
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(BACK_MS) });
    const body = (await reply.json()) as { message?: string };
    seen.push({ status: reply.status, ms: Date.now() - began, body, retryAfter: reply.headers.get('retry-after') });
  };
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"x","password":"y"}',
  };
  const loops = apis.flatMap(({ url }) =>
    Array.from({ length: 4 }, async () => {
      while (!state.isOver) {
        await call(`${url}/performers/user/search?limit=2`);
        await call(`${url}/auth/login`, login);
      }
    }),
  );
  return {
    seen,
    async stop() {
      state.isOver = true;
      await Promise.all(loops);
    },
  };
}

const getHealth = async ({ url }: ServerProcess) => {
  const reply = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) });
  return { status: reply.status, body: (await reply.json()) as { status: string; reason?: string } };
};

async function untilBack(): Promise<number> {
  const began = Date.now();
  while ((await Promise.all(apis.map(getHealth))).some(({ status }) => status !== 200)) {
    if (Date.now() - began > BACK_MS) throw new Error(`The database did not recover within ${BACK_MS} ms`);
    await sleep(100);
  }
  return Date.now() - began;
}

function expectClearAnswers(seen: ReturnType<typeof startLoad>['seen']): void {
  // The login sends a wrong password, so its response is 422.
  expect(seen.filter(({ status }) => ![200, 422, 503].includes(status))).toEqual([]);
  for (const { status, body, retryAfter } of seen) {
    if (status !== 503) continue;
    expect(body.message).toMatch(/We can’t reach our data right now|This took too long/);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
}

describe('R-9: a database that fails under load', () => {
  it.each([1, 2, 3])(
    'works again for every process after kill -9 number %i, without any 500',
    async () => {
      const load = startLoad();
      await sleep(500);
      const old = await postgresPid();
      process.kill(old, 'SIGKILL');
      while ((await postgresPid().catch(() => old)) === old) await sleep(50);
      await untilBack();
      const before = load.seen.length;
      while (load.seen.length < before + 40) await sleep(50);
      await load.stop();
      expectClearAnswers(load.seen);
      expect(load.seen.some(({ status }) => status === 503)).toBe(true);
      expect(load.seen.slice(-16).filter(({ status }) => status === 503)).toEqual([]);
    },
    90_000,
  );

  it('when suspended for 12 s, is reported, and works afterwards', async () => {
    const load = startLoad();
    const pid = await postgresPid();
    // Each PostgreSQL process leads its own process group.
    const all = [pid, ...getChildren(pid)];
    for (const one of all) process.kill(one, 'SIGSTOP');
    try {
      await sleep(3_000);
      expect(await Promise.all(apis.map(getHealth))).toMatchObject(
        apis.map(() => ({ status: 503, body: { status: 'degraded', reason: 'the database does not answer' } })),
      );
      await sleep(9_000);
    } finally {
      for (const one of all) process.kill(one, 'SIGCONT');
    }
    await untilBack();
    await load.stop();
    expect(await postgresPid()).toBe(pid);
    expectClearAnswers(load.seen);
  });
});
