import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cents } from '@contract/base/money';
import { buildSale, listProblems } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { startPgBouncer, type PgBouncer } from '../harness/pgbouncer';

const connectQuery =
  'set statement_timeout = 20000; set lock_timeout = 10000; set idle_in_transaction_session_timeout = 60000';

let app: TestApp;
let dataDir: string;
let pgBouncer: PgBouncer;
let nodes: ServerProcess[] = [];

const getDirectUrl = () => app.context.env.DATABASE_URL ?? '';
const start = (url: string) =>
  startApi({ DATA_DIR: dataDir, DATABASE_URL: url, DIRECT_DATABASE_URL: getDirectUrl(), DATABASE_POOL: '20' });

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  pgBouncer = await startPgBouncer(getDirectUrl(), { connectQuery });
  nodes = await Promise.all([start(pgBouncer.url), start(pgBouncer.url)]);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await pgBouncer.stop();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('two API processes behind PgBouncer in transaction mode, with four connections to the database', () => {
  it('answer many callers, although connections change with each transaction', async () => {
    const creator = await buildPerformer(app);
    const post = await buildSale(app, creator, cents(300));
    const fans = await Promise.all(Array.from({ length: 40 }, () => buildUser(app, { wallet: cents(2_000) })));
    const statuses = await Promise.all(
      fans.flatMap(({ token }, index) => {
        const call = (method: string, address: string) =>
          fetch(`${nodes[index % 2]?.url}${address}`, {
            method,
            headers: { authorization: token, 'idempotency-key': `one-${index}` },
          }).then(({ status }) => status);
        return [call('GET', '/users/me'), call('GET', '/user/feeds'), call('POST', `/wallet/charges/feed/${post.id}`)];
      }),
    );
    expect(statuses).toEqual(statuses.map(() => 200));
    for (const { id } of fans) expect(await app.services.wallet.balances(id)).toMatchObject({ wallet: 1_700 });
    expect(await listProblems(app)).toEqual([]);
  });

  it('do not start if it sets no time limits, and say which line is missing', async () => {
    const without = await startPgBouncer(getDirectUrl(), { connectQuery: '' });
    try {
      await expect(start(without.url)).rejects.toThrow(`connect_query='${connectQuery}'`);
    } finally {
      await without.stop();
    }
  });
});
