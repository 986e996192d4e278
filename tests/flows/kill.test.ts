import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/db/embedded-postgres';
import { runMigrations } from '../../server/db/migrate';
import { buildSale, listProblems } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser } from '../factories/user';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { soak } from '../harness/soak';
import { startWriter, type Writer } from './writer';

const WRITERS = 4;
/** Promise M-11 requires 200 kills before a release, by a soak run; `npm test` makes do with a few. */
const API_KILLS = 8 * soak;
const DATABASE_KILLS = 4;

let dataDir: string;
let postgres: EmbeddedPostgres;
let api: ServerProcess;
let apiEnv: Record<string, string>;
let app: TestApp;
let writers: Writer[] = [];

async function openOnlooker(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir });
  await runMigrations(postgres.url());
  app = await buildTestApp({}, { databaseUrl: postgres.url() });
}

async function closeOnlooker(): Promise<void> {
  await app.close();
  await postgres.stop();
}

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-kill-'));
  await openOnlooker();
  apiEnv = { DATA_DIR: dataDir, API_PORT: String(await findFreePort()) };
  api = await startApi(apiEnv);
  const creator = await buildPerformer(app);
  const sales = await Promise.all(Array.from({ length: 400 }, () => buildSale(app, creator, cents(100))));
  writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const fan = await buildUser(app, { wallet: cents(10_000_000) });
      await buildSubscription(app, { userId: fan.id, performerId: creator.id, subscriptionType: 'free' });
      const opening = { as: fan.token, body: { source: 'performer', sourceId: creator.id } };
      const conversationId = (await app.call('createConversation', opening)).data._id;
      const postIds = sales.map(({ id }) => id);
      return startWriter({ url: api.url, token: fan.token, creatorId: creator.id, conversationId, postIds });
    }),
  );
});

afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.stop()));
  await api.stop();
  await closeOnlooker();
  await rm(dataDir, { recursive: true, force: true });
});

const anyMoment = () => sleep(20 + Math.random() * 150);

const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);

/** Waits until every writer has got new responses, so that a kill interrupts work in progress. */
async function untilBusy(): Promise<void> {
  const before = writers.map((writer) => writer.acknowledged.length);
  const deadline = Date.now() + 100_000;
  while (writers.some((writer, index) => writer.acknowledged.length === before[index])) {
    if (Date.now() > deadline) throw new Error('A writer got no reply for 100 s');
    await sleep(5);
  }
}

const getIds = async (query: ReturnType<typeof sql>) =>
  (await app.context.db.execute<{ id: string }>(query)).rows.map(({ id }) => id).toSorted();

/** Compares stored rows with acknowledged writes, which must be equal. Stop the writers first. */
async function expectExactlyTheAcknowledged(): Promise<void> {
  const ids = (kind: string) =>
    writers.flatMap((writer) => writer.acknowledged.filter((one) => one.kind === kind).map(({ id }) => id)).toSorted();
  expect(await getIds(sql`select id from wallet_charges where type = 'tip'`)).toEqual(ids('tip'));
  expect(await getIds(sql`select id from wallet_charges where target = 'feed'`)).toEqual(ids('unlock'));
  expect(await getIds(sql`select charge_id as id from purchases`)).toEqual(ids('unlock'));
  expect(await getIds(sql`select transaction_id as id from earnings`)).toEqual(
    await getIds(sql`select id from wallet_charges`),
  );
  // Mailed receipts are numbered, even if a kill interrupted the numbering.
  await app.services.invoice.numberDue();
  expect(
    await getIds(sql`select subject_id as id from invoices where subject_id in (select id from wallet_charges)`),
  ).toEqual(await getIds(sql`select id from wallet_charges`));
  expect(await getIds(sql`select id from messages where client_id is not null`)).toEqual(ids('message'));
  expect(await listProblems(app)).toEqual([]);
}

// Promises M-11, R-1, W-1.
describe('kill -9', () => {
  it(
    `of the API, at ${API_KILLS} moments, loses no acknowledged write and leaves nothing half done`,
    async () => {
      for (let kill = 0; kill < API_KILLS; kill += 1) {
        await untilBusy();
        await anyMoment();
        await api.kill();
        api = await startApi(apiEnv);
      }
      await Promise.all(writers.map((writer) => writer.stop()));
      expect(acknowledged()).toBeGreaterThan(API_KILLS * WRITERS);
      expect(writers.reduce((sum, writer) => sum + writer.retries, 0)).toBeGreaterThan(API_KILLS / 2);
      await expectExactlyTheAcknowledged();
      for (const writer of writers) await writer.repeatAll();
      await expectExactlyTheAcknowledged();
    },
    600_000 * soak,
  );

  it(`of the database, at ${DATABASE_KILLS} moments, loses no acknowledged write`, async () => {
    for (const writer of writers) writer.start();
    for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
      await untilBusy();
      await anyMoment();
      const { pid } = postgres;
      process.kill(pid, 'SIGKILL');
      // PostgreSQL restarts by itself.
      while (postgres.pid === pid) await sleep(50);
    }
    await untilBusy();
    await Promise.all(writers.map((writer) => writer.stop()));
    await expectExactlyTheAcknowledged();
  });
});
