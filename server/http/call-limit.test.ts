import { setTimeout } from 'node:timers/promises';
import { cents } from '@contract/base/money';
import { buildFeed } from '../../tests/factories/feed';
import { buildPhoto } from '../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { untilWaiting } from '../../tests/harness/lock-races';
import { listen } from '../../tests/harness/socket-client';
import { startTcpProxy, type TcpProxy } from '../../tests/harness/tcp-proxy';
import { beginUpload } from '../../tests/harness/tus-client';

const LIMIT_MS = 1_500;

let app: TestApp;
/** Uses the same database as `app`, but through a proxy that tests can stall. */
let hurried: TestApp;
let wire: TcpProxy;
let origin: string;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let postId: string;

beforeAll(async () => {
  app = await buildTestApp();
  const direct = new URL(app.context.env.DATABASE_URL as string);
  wire = await startTcpProxy(direct.href);
  direct.port = new URL(wire.url).port;
  const seconds = String(LIMIT_MS / 1000);
  hurried = await buildTestApp(
    { CALL_SECONDS: seconds, UPLOAD_SECONDS: seconds, LOG_LEVEL: 'silent' },
    { databaseUrl: direct.href },
  );
  origin = await listen(hurried);
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(10_000) });
  postId = (await buildFeed(app, creator))._id;
});
afterAll(async () => {
  wire.release();
  await hurried.close();
  await wire.close();
  await app.close();
});

interface Answer {
  status: number;
  error?: string;
  retryAfter: string | null;
  ms: number;
}

async function ask(method: string, path: string, init: Omit<RequestInit, 'method'>): Promise<Answer> {
  const start = performance.now();
  const reply = await fetch(new URL(path, origin), { method, ...init });
  const text = await reply.text();
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    ms: performance.now() - start,
    error: text === '' ? undefined : (JSON.parse(text) as { error?: string }).error,
  };
}

const asJson = (token: string, body: unknown, headers: Record<string, string> = {}) => ({
  headers: { authorization: token, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

function expectInTime({ status, error, retryAfter, ms }: Answer): void {
  expect([status, error]).toEqual([503, 'TOO_SLOW']);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(ms).toBeGreaterThan(LIMIT_MS - 100);
}

describe('R-10: a request that comes while the database is stalled', () => {
  const part = 'application/offset+octet-stream';

  it('gets a timeout response, whatever its method and body', async () => {
    const photo = await buildPhoto();
    const upload = await beginUpload(origin, { token: creator.token, size: 100, purpose: 'feed-photo' });
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(photo)]), 'a.jpg');
    const { token } = fan;
    const tus = { authorization: creator.token, 'tus-resumable': '1.0.0' };
    // Opens all connections first, so that no request times out while connecting.
    await Promise.all(Array.from({ length: 8 }, () => ask('GET', '/users/me', { headers: { authorization: token } })));
    wire.hold();
    const answers = await Promise.all([
      ask('GET', '/users/me', { headers: { authorization: token } }),
      ask('POST', '/comments', asJson(creator.token, { objectId: postId, objectType: 'feed', content: 'Held' })),
      ask('POST', `/wallet/charges/tip/${creator.id}`, asJson(token, { price: 5 }, { 'idempotency-key': 'held' })),
      ask('PUT', '/users', asJson(token, { name: 'Held' })),
      ask('DELETE', `/comments/${postId}`, asJson(token, { why: 'none' })),
      ask('POST', '/users/avatar/upload', { headers: { authorization: token }, body: form }),
      ask('PATCH', upload.url, {
        headers: { ...tus, 'content-type': part, 'upload-offset': '0' },
        body: new Uint8Array(photo.subarray(0, 100)),
      }),
      ask('DELETE', upload.url, { headers: tus }),
    ]).finally(() => wire.release());
    answers.forEach(expectInTime);
    expect((await ask('HEAD', upload.url, { headers: tus })).status).toBe(200);
  });

  it('is not carried out later, except money with an idempotency key, which moves once', async () => {
    const again = asJson(fan.token, { price: 5 }, { 'idempotency-key': 'held' });
    expect((await ask('POST', `/wallet/charges/tip/${creator.id}`, again)).status).toBe(200);
    const { data } = await app.call('getMe', { as: fan.token });
    expect(data).toMatchObject({ balance: 95, name: expect.not.stringContaining('Held') });
    const { data: list } = await app.call('listComments', {
      as: creator.token,
      query: { objectId: postId, objectType: 'feed' },
    });
    expect(list.total).toBe(0);
  });
});

describe('R-10: a request that is slowed down by a locked table', () => {
  async function hold(table: string, mode: 'exclusive' | 'access exclusive') {
    const holder = await app.context.db.$client.connect();
    await holder.query('begin');
    await holder.query(`lock table ${table} in ${mode} mode`);
    return async () => {
      await holder.query('commit');
      holder.release();
    };
  }

  /** Sends a request while a table is locked, and releases the lock after the response. */
  async function askWhileHeld(table: string, call: () => Promise<Answer>): Promise<Answer> {
    const letGo = await hold(table, 'exclusive');
    try {
      const answer = call();
      await Promise.race([answer, untilWaiting(app, 1)]);
      return await answer;
    } finally {
      await letGo();
    }
  }

  it('gets its full time again once it has stored something', async () => {
    const most = LIMIT_MS * 0.7;
    const letStore = await hold('items', 'exclusive');
    const letRead = await hold('reactions', 'access exclusive');
    const post = ask(
      'POST',
      '/performer/feeds',
      asJson(creator.token, { type: 'text', text: 'Stored late, told late' }),
    );
    await setTimeout(most);
    await letStore();
    await setTimeout(most);
    await letRead();
    expect(await post).toMatchObject({ status: 200 });
  });

  it('is rolled back if it times out, so that a retry does it once', async () => {
    // This route ignores idempotency keys, so a key must not allow a late write.
    const body = { objectId: postId, objectType: 'feed', content: 'Once' };
    const comment = () => ask('POST', '/comments', asJson(creator.token, body, { 'idempotency-key': 'unknown' }));
    expectInTime(await askWhileHeld('comments', comment));
    expect((await comment()).status).toBe(200);
    const { data } = await app.call('listComments', {
      as: creator.token,
      query: { objectId: postId, objectType: 'feed' },
    });
    expect(data).toMatchObject({ total: 1, data: [{ content: 'Once' }] });
  });

  it('is stored even after the timeout if it moves money with an idempotency key, and a retry gets its result', async () => {
    const tip = () =>
      ask('POST', `/wallet/charges/tip/${creator.id}`, asJson(fan.token, { price: 7 }, { 'idempotency-key': 'late' }));
    const before = (await app.call('getMe', { as: fan.token })).data.balance;
    expectInTime(await askWhileHeld('ledger_transfers', tip));
    expect((await tip()).status).toBe(200);
    expect((await app.call('getMe', { as: fan.token })).data.balance).toBe(before - 7);
  });
});
