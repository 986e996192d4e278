import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildSale, listProblems } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

let app: TestApp;
let dataDir: string;
let processes: ServerProcess[] = [];

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  const env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '' };
  processes = await Promise.all([startApi(env), startApi(env)]);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('two API processes on one database', () => {
  // Promises M-7.
  it('sell as many posts to 200 parallel buyers as the wallet can pay for, and no more', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(2_000) });
    const posts = await Promise.all(Array.from({ length: 200 }, () => buildSale(app, creator, cents(200))));
    const buy = async (id: string, index: number): Promise<string> => {
      const reply = await fetch(`${processes[index % 2]?.url}/wallet/charges/feed/${id}`, {
        method: 'POST',
        headers: { authorization: fan.token, 'idempotency-key': `buy-${id}` },
      });
      const body = (await reply.json()) as { error?: string };
      // On a slow machine, calls that wait for the wallet for too long are refused. Buyers press again, at the other process.
      return reply.status === 503 ? buy(id, index + 1) : `${reply.status} ${body.error ?? 'sold'}`;
    };
    const replies = await Promise.all(posts.map(({ id }, index) => buy(id, index)));
    expect(replies.filter((reply) => reply === '200 sold')).toHaveLength(10);
    expect(replies.filter((reply) => reply === '422 NOT_ENOUGH_BALANCE')).toHaveLength(190);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 0 });
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 1_600 });
    expect(await listProblems(app)).toEqual([]);
  });

  // Promises M-2.
  it('create one tip for one idempotency key, even if both are called', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(2_000) });
    const replies = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const reply = await fetch(`${processes[index % 2]?.url}/wallet/charges/tip/${creator.id}`, {
          method: 'POST',
          headers: { authorization: fan.token, 'idempotency-key': 'one tip', 'content-type': 'application/json' },
          body: JSON.stringify({ price: 5 }),
        });
        return reply.text();
      }),
    );
    expect(new Set(replies).size).toBe(1);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 1_500 });
  });

  it('number their sales without a gap, even when both write receipts at the same time', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(20_000) });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        fetch(`${processes[index % 2]?.url}/wallet/charges/tip/${creator.id}`, {
          method: 'POST',
          headers: { authorization: fan.token, 'idempotency-key': `tip ${index}`, 'content-type': 'application/json' },
          body: JSON.stringify({ price: 5 }),
        }),
      ),
    );
    const countNumbered = async () => {
      const { rows } = await app.context.db.execute<{ count: string }>(sql`
        select count(*) from invoices i join wallet_charges c on c.id = i.subject_id where c.user_id = ${fan.id}`);
      return Number(rows[0]?.count);
    };
    // Each process numbers receipts before it mails them.
    const deadline = Date.now() + 90_000;
    while ((await countNumbered()) < 30 && Date.now() < deadline) await app.services.invoice.numberDue();
    expect(await countNumbered()).toBe(30);
    expect(await listProblems(app)).toEqual([]);
  });

  // Promises R-8.
  it('go on answering calls while one leaves the load balancer, and then stops', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '', DRAIN_SECONDS: '2' };
    const leaving = await startApi(env);
    const stopped = leaving.stop();
    const ask = async (path: string) => (await fetch(`${leaving.url}${path}`)).status;
    while ((await ask('/health')) !== 503);
    expect(await ask('/countries/list')).toBe(200);
    expect(await stopped).toBe(0);
  });
});
