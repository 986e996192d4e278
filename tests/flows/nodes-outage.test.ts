import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/db/embedded-postgres';
import { runMigrations } from '../../server/db/migrate';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser } from '../factories/user';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp } from '../harness/build-test-app';
import { startRedis, type TestRedis } from '../harness/redis-server';
import { soak } from '../harness/soak';
import { connect, until } from '../harness/socket-client';
import { callUntilAnswered, openChat, type ChatClient } from './chat-client';

const FANS = 4;
/** Ten thousand in a soak run. */
const MESSAGES = 400 * soak;
const EACH = MESSAGES / FANS;
/** Longer than entries of a killed node live, plus the beats of the others. */
const PRESENCE_MS = 75_000;

let dataDir: string;
let postgres: EmbeddedPostgres;
let redis: TestRedis;
let envs: Record<string, string>[] = [];
let nodes: ServerProcess[] = [];
let creator: BuiltPerformer;
let lonely: BuiltPerformer;
let chats: { token: string; conversationId: string }[] = [];
let clients: ChatClient[] = [];

async function buildAccounts(): Promise<void> {
  const app = await buildTestApp({}, { databaseUrl: postgres.url() });
  [creator, lonely] = await Promise.all([buildPerformer(app), buildPerformer(app)]);
  chats = await Promise.all(
    Array.from({ length: FANS }, async () => {
      const fan = await buildUser(app);
      await buildSubscription(app, { userId: fan.id, performerId: creator.id, subscriptionType: 'free' });
      const opening = { as: fan.token, body: { source: 'performer' as const, sourceId: creator.id } };
      return { token: fan.token, conversationId: (await app.call('createConversation', opening)).data._id };
    }),
  );
  await app.close();
}

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-nodes-'));
  [postgres, redis] = await Promise.all([startEmbeddedPostgres({ dataDir }), startRedis()]);
  await runMigrations(postgres.url());
  await buildAccounts();
  const shared = { DATABASE_URL: postgres.url(), REDIS_URL: redis.url, APP_SECRET: 'one for both nodes' };
  envs = await Promise.all(
    ['one', 'two'].map(async (name) => ({
      ...shared,
      DATA_DIR: path.join(dataDir, name),
      API_PORT: String(await findFreePort()),
    })),
  );
  nodes = await Promise.all(envs.map((env) => startApi(env)));
});

afterAll(async () => {
  for (const client of clients) client.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await redis.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const urls = () => nodes.map(({ url }) => url);
let sent = 0;

/** Sends through the nodes in turn, and repeats a message with the same `clientId` until it is answered. */
async function sendAll({ token, conversationId }: (typeof chats)[number]): Promise<void> {
  for (let n = 1; n <= EACH; n += 1) {
    const order = n % 2 === 0 ? urls() : urls().toReversed();
    const body = { text: `message ${n}`, clientId: `client-${n}` };
    await callUntilAnswered(order, `/messages/conversations/${conversationId}`, { token, body });
    sent += 1;
  }
}

const untilSent = (part: number) => until(`${part} of the messages are sent`, () => sent >= MESSAGES * part, 3_600_000);

async function killRedis(): Promise<void> {
  await redis.kill();
  await sleep(2_000);
  await redis.start();
}

async function killFirstNode(): Promise<void> {
  await nodes[0]?.kill();
  const again = await startApi(envs[0] ?? {});
  nodes = [again, ...nodes.slice(1)];
}

const readParts = async (url: string) => {
  const reply = await fetch(`${url}/health`);
  return { status: reply.status, parts: ((await reply.json()) as { parts: Record<string, string> }).parts };
};

const isLonelyOnline = async () => {
  const account = await callUntilAnswered<{ isOnline: boolean }>(urls(), `/performers/${lonely.id}`, {
    token: creator.token,
  });
  return account.isOnline;
};

// Promises.
describe('two nodes, while Redis, a node and the database are killed in turn', () => {
  it('bring each message to each client once and in order, and count the same', async () => {
    const conversationIds = chats.map(({ conversationId }) => conversationId);
    clients = await Promise.all(urls().map((url) => openChat(url, { token: creator.token, conversationIds })));
    const last = await connect(urls()[0] ?? '', lonely.token);
    await until('everyone is connected', async () => clients.every(({ connects }) => connects > 0) && isLonelyOnline());

    const sending = Promise.all(chats.map(sendAll));
    await untilSent(0.2);
    await killRedis();
    // Redis starts empty. Until a node has renewed its entries there, only the slower sweep of the database would find it dead.
    await until('all nodes have Redis again', async () => {
      const health = await Promise.all(urls().map(readParts));
      return health.every(({ parts }) => parts.redis === 'ok');
    });
    await untilSent(0.5);
    await killFirstNode();
    const killedAt = Date.now();
    await untilSent(0.8);
    process.kill(postgres.pid, 'SIGKILL');
    await sending;

    const isComplete = (client: ChatClient) => conversationIds.every((id) => client.getShown(id).length === EACH);
    await until('all messages are shown', () => clients.every(isComplete));
    const expected = Array.from({ length: EACH }, (_, n) => ({ sequence: n + 1, text: `message ${n + 1}` }));
    for (const client of clients)
      for (const id of conversationIds)
        expect(client.getShown(id).map(({ sequence, text }) => ({ sequence, text }))).toEqual(expected);

    const { token } = creator;
    for (const url of urls()) {
      expect(await callUntilAnswered([url], '/messages/counting-not-read-messages', { token })).toEqual({
        total: FANS,
      });
      const list = await callUntilAnswered<{ data: { totalNotSeenMessages: number }[] }>([url], '/conversations', {
        token,
      });
      expect(list.data.map(({ totalNotSeenMessages }) => totalNotSeenMessages)).toEqual(chats.map(() => EACH));
      expect(await readParts(url)).toMatchObject({ status: 200, parts: { redis: 'ok' } });
    }
    expect(last.socket.connected).toBe(false);
    const left = killedAt + PRESENCE_MS - Date.now();
    await until('the account of the killed node is offline', async () => !(await isLonelyOnline()), left, 500);
  });
});
