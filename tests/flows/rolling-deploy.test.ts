import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { migrationsFolder, runMigrations } from '../../server/db/migrate';
import { cents } from '@contract/base/money';
import { listProblems } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { addMigration } from '../harness/add-migration';
import { startBalancer, type Balancer } from '../harness/balancer';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { soak } from '../harness/soak';
import { until } from '../harness/socket-client';

const CALLERS = 8;
const SOCKETS = 10;

let app: TestApp;
let folder: string;
let nodes: ServerProcess[] = [];
let balancer: Balancer;

const start = () =>
  startApi({ DATA_DIR: folder, DATABASE_URL: app.context.env.DATABASE_URL ?? '', DRAIN_SECONDS: '1' });

beforeAll(async () => {
  await buildApiBundle();
  folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  nodes = await Promise.all([start(), start()]);
  balancer = await startBalancer(nodes.map(({ url }) => url));
});
afterAll(async () => {
  await balancer.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A release that adds a column: the newest migrations and one more. */
async function writeNewRelease(): Promise<string> {
  const migrations = path.join(folder, 'migrations');
  await cp(migrationsFolder(), migrations, { recursive: true });
  await addMigration(migrations, '0900_next', 'ALTER TABLE "accounts" ADD COLUMN "nickname" text');
  return migrations;
}

/** Starts each new process before the old one stops, as an orchestrator does. */
async function replaceNodes(): Promise<void> {
  for (const [index, old] of [...nodes].entries()) {
    const next = await start();
    nodes[index] = next;
    balancer.nodes[index] = next.url;
    await until('the new process is used', () => (balancer.counts.get(next.url) ?? 0) > 0);
    await old.stop();
  }
}

it('W-3: a rolling deploy with a migration, under load, fails no call and loses no socket', async () => {
  const creator = await buildPerformer(app);
  const fans = await Promise.all(Array.from({ length: CALLERS }, () => buildUser(app, { wallet: cents(100_000) })));
  const sockets = Array.from({ length: SOCKETS }, (_, index) =>
    io(balancer.url, { query: { token: fans[index % CALLERS]?.token }, transports: ['websocket'], forceNew: true }),
  );
  const endings: string[] = [];
  for (const socket of sockets) socket.on('disconnect', (reason) => void endings.push(reason));
  await until('all sockets are connected', () => sockets.every(({ connected }) => connected));
  const statuses: number[] = [];
  let tips = 0;
  const over = new AbortController();
  const load = fans.map(async ({ token }, fan) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const isTip = count % 5 === 0;
      const headers = {
        authorization: token,
        'content-type': 'application/json',
        'idempotency-key': `${fan}-${count}`,
      };
      const { status } = isTip
        ? await fetch(`${balancer.url}/wallet/charges/tip/${creator.id}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ price: 5 }),
          })
        : await fetch(`${balancer.url}/users/me`, { headers });
      if (isTip) tips += 1;
      statuses.push(status);
    }
  });
  await runMigrations(app.context.env.DATABASE_URL ?? '', await writeNewRelease());
  for (let times = 0; times < soak; times += 1) await replaceNodes();
  over.abort();
  await Promise.all(load);
  expect(statuses.length).toBeGreaterThan(100);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await until('all sockets are connected again', () => sockets.every(({ connected }) => connected));
  // After any other reason, clients do not connect again by themselves.
  expect(new Set(endings)).toEqual(new Set(['transport close']));
  for (const socket of sockets) socket.close();
  const { pending } = await app.services.wallet.balances(creator.id);
  expect(pending).toBe(tips * 400);
  expect(await listProblems(app)).toEqual([]);
});
