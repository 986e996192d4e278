import { eq } from 'drizzle-orm';
import { accounts } from '../../../db/schema/accounts';
import { pushKeys } from '../../../db/schema/push';
import { userBlocks } from '../../../db/schema/social';
import { inTransaction } from '../../../db/transaction';
import { createOutgoing, type FindAddresses } from '../../../gateways/outgoing';
import { createPushGateway } from '../../../gateways/push';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import {
  readVapid,
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../../../tests/harness/push-service';

let app: TestApp;
let service: TestPushService;
let fan: BuiltPerson;
let creator: BuiltPerformer;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startPushService();
  app = await buildTestApp({ OUTGOING_ALLOW: service.host });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  fan = await buildUser(app);
  creator = await buildPerformer(app, { name: 'Ottilie Brandt' });
  browser = service.subscribe();
  expect((await subscribe(fan)).status).toBe(200);
  service.received.splice(0);
  service.answers.splice(0);
});

const subscribe = (as: BuiltPerson, body: object = browser.subscription, headers = {}) =>
  app.call('addPushSubscription', { as: as.token, body, headers });
const list = async (as: BuiltPerson) => (await app.call('listPushSubscriptions', { as: as.token })).data.data;
const news = { type: 'payout', action: 'paid', title: 'Paid', message: 'Your secret sum is on its way.' } as const;
const tell = (overrides: Partial<Parameters<TestApp['services']['notification']['add']>[1]> = {}) =>
  inTransaction(app.context.db, (tx) => app.services.notification.add(tx, { ...news, userId: fan.id, ...overrides }));
const change = (values: Partial<typeof accounts.$inferInsert>) =>
  app.context.db.update(accounts).set(values).where(eq(accounts.id, fan.id));

/** @returns what browsers show for the messages that arrived */
async function run(): Promise<unknown[]> {
  await app.jobs.drain();
  return service.received.splice(0).map((request) => browser.read(request));
}

async function writeToFan(text: string): Promise<string> {
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const body = { source: 'user', sourceId: fan.id };
  const { data } = await app.call('createConversation', { as: creator.token, body });
  await app.jobs.drain();
  service.received.splice(0);
  await app.call('sendMessage', { as: creator.token, params: { id: data._id }, body: { text } });
  return data._id;
}

describe('a pushed message', () => {
  it('is encrypted for the browser and signed by the site, and names nobody', async () => {
    const conversationId = await writeToFan('meet me at the pier');
    await app.jobs.drain();
    const [request] = service.received;
    if (!request) throw new Error('Nothing arrived');
    expect(browser.read(request)).toEqual({
      title: 'You have a new message',
      body: 'Open Ovela',
      path: `/messages/${conversationId}`,
      tag: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(request.body.length).toBeLessThan(4096);
    expect(request.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    const { publicKey } = (await app.call('getPushKey', { as: fan.token })).data;
    const { aud, exp, sub } = readVapid(request, publicKey);
    expect(aud).toBe(`http://${service.host}`);
    expect(exp * 1000).toBeGreaterThan(Date.now());
    expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3600_000);
    expect(sub).toMatch(/^mailto:/);
    expect(await list(fan)).toMatchObject([{ isCurrent: true, lastSuccessAt: app.clock.now().toISOString() }]);
  });

  it('tells of a notification, and with the same topic replaces the one before', async () => {
    await tell({ refId: creator.id });
    await tell({ refId: creator.id });
    await tell({ refId: fan.id });
    await app.jobs.drain();
    const topics = service.received.map(({ headers }) => headers['topic']);
    expect(topics[0]).toBe(topics[1]);
    expect(topics[2]).not.toBe(topics[0]);
    const [first] = await run();
    expect(first).toMatchObject({ title: 'Payout update', path: '/notification' });
    expect(JSON.stringify(first)).not.toMatch(/secret|Paid/);
  });

  it('tells of news that are not listed on the site', async () => {
    await app.call('updatePreferences', { as: fan.token, body: { site: { payouts: false } } });
    await tell();
    expect(await run()).toMatchObject([{ title: 'Payout update' }]);
  });

  it('reaches many accounts, and leads to the page of what it is about', async () => {
    const others = await Promise.all([buildUser(app), buildUser(app)]);
    await app.services.notification.addToMany(
      [fan, ...others].map(({ id }) => ({ id, isOnline: false })),
      {
        type: 'feed',
        action: 'created',
        title: 'x',
        message: 'y',
        refId: creator.id,
        reference: { _id: creator.id, slug: 'a-post' },
      },
    );
    expect(await run()).toMatchObject([{ title: 'A creator you follow has posted', path: '/post/a-post' }]);
  });

  it('is sent to each device of the account', async () => {
    const token = await app.services.session.open(fan.id);
    const phone = service.subscribe();
    await app.call('addPushSubscription', {
      as: token,
      body: phone.subscription,
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36' },
    });
    await tell();
    await app.jobs.drain();
    expect(service.received).toHaveLength(2);
    expect((await list(fan)).map(({ device, isCurrent }) => `${device} ${isCurrent}`).toSorted()).toEqual([
      'other true',
      'phone false',
    ]);
  });
});

describe('nothing is pushed', () => {
  it('about messages and notifications that are already read, and muted conversations', async () => {
    const id = await writeToFan('one');
    await app.call('readAllMessages', { as: fan.token, params: { conversationId: id, id } });
    expect(await run()).toEqual([]);
    const muted = await app.call('updateConversationSettings', {
      as: fan.token,
      params: { id },
      body: { isMuted: true },
    });
    expect(muted.data.isMuted).toBe(true);
    await app.call('sendMessage', { as: creator.token, params: { id }, body: { text: 'two' } });
    expect(await run()).toEqual([]);
    await tell();
    await app.call('readAllNotifications', { as: fan.token });
    expect(await run()).toEqual([]);
  });

  it('that the account turned off, and during its quiet hours', async () => {
    const choose = (body: object) => app.call('updatePreferences', { as: fan.token, body });
    await choose({ pushes: { payouts: false } });
    await tell();
    expect(await run()).toEqual([]);
    await choose({ pushes: { payouts: true }, quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' } });
    for (const [time, shown] of [
      ['2030-01-01T12:59:00Z', 1],
      ['2030-01-01T13:00:00Z', 0],
      ['2030-01-01T21:59:00Z', 0],
      ['2030-01-01T22:00:00Z', 1],
    ] as const) {
      app.clock.set(time);
      await tell();
      expect([time, (await run()).length]).toEqual([time, shown]);
    }
  });

  it('M-21: only about what was bought, if the creator blocks the account', async () => {
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    await tell({ type: 'order', action: 'shipped', createdBy: creator.id });
    expect(await run()).toHaveLength(1);
    await tell({ type: 'feed', action: 'created', createdBy: creator.id });
    expect(await run()).toEqual([]);
  });

  it('to closed accounts, and about creators who block the account', async () => {
    await tell({ createdBy: creator.id });
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    expect(await run()).toEqual([]);
    await tell();
    await change({ status: 'inactive' });
    expect(await run()).toEqual([]);
  });

  it('to a device that logged out, or where another account has logged in', async () => {
    const other = await buildUser(app);
    await subscribe(other);
    expect([await list(fan), await list(other)]).toMatchObject([[], [{ isCurrent: true }]]);
    await app.call('logout', { as: other.token });
    await tell({ userId: other.id });
    expect(await run()).toEqual([]);
  });

  it('to a device that was removed, which only its account can do', async () => {
    const [device] = await list(fan);
    const remove = (as: BuiltPerson) =>
      app.call('removePushSubscription', { as: as.token, params: { id: device?._id ?? '' } });
    expect((await remove(creator)).status).toBe(404);
    expect((await remove(fan)).data).toBe(true);
    expect((await remove(fan)).status).toBe(404);
    await tell();
    expect(await run()).toEqual([]);
  });

  it('after it is no longer worth it', async () => {
    await tell();
    app.clock.advance({ hours: 25 });
    expect(await run()).toEqual([]);
  });
});

describe('the answer of a push service', () => {
  it.each([404, 410])('%d removes the subscription', async (status) => {
    service.answers.push({ status });
    await tell();
    expect(await run()).toHaveLength(1);
    expect(await list(fan)).toEqual([]);
  });

  it('429 repeats the message later', async () => {
    service.answers.push({ status: 429, headers: { 'retry-after': '30' } });
    await tell();
    expect(await run()).toHaveLength(2);
    expect(await list(fan)).toMatchObject([{ lastSuccessAt: app.clock.now().toISOString() }]);
  });

  it.each([500, 403])(
    '%d fails the job, which is repeated and then listed, and keeps the subscription',
    async (status) => {
      service.answers.push({ status });
      await tell();
      await expect(app.jobs.drain()).rejects.toThrow(`answered ${status} to a push`);
      expect(await list(fan)).toMatchObject([{ lastSuccessAt: null }]);
    },
  );

  it('is not followed if it is a redirect', async () => {
    const inside = await startPushService();
    service.answers.push({ status: 307, headers: { location: `http://${inside.host}/` } });
    await tell();
    await expect(app.jobs.drain()).rejects.toThrow('answered 307');
    expect(inside.received).toEqual([]);
    await inside.close();
  });
});

// Promises F-6.
describe('an endpoint in a private network', () => {
  it.each(['http://push.example/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://192.168.0.10/x'])(
    'cannot be subscribed: %s',
    async (endpoint) => {
      const reply = await subscribe(fan, { ...browser.subscription, endpoint });
      expect([reply.status, reply.body.error]).toEqual([400, 'Bad Request']);
    },
  );

  it('gets nothing if its public name resolves to a private address, and is removed', async () => {
    const port = service.host.split(':')[1];
    const find: FindAddresses = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
    const outgoing = createOutgoing({ OUTGOING_ALLOW: [] }, find);
    const { gateways, env } = app.context;
    const { push } = gateways;
    gateways.push = createPushGateway(env, outgoing);
    await subscribe(fan, { ...browser.subscription, endpoint: `https://push.example:${port}/x` });
    await tell();
    await app.jobs.drain();
    expect(service.received).toEqual([]);
    expect(await list(fan)).toEqual([]);
    gateways.push = push;
    await outgoing.close();
  });
});

it('a subscription with a key for which nothing can be encrypted is rejected', async () => {
  const { keys } = browser.subscription;
  const reply = await subscribe(fan, { ...browser.subscription, keys: { ...keys, p256dh: 'B'.repeat(87) } });
  expect([reply.status, reply.body.error]).toEqual([400, 'Bad Request']);
});

describe('the key of the site', () => {
  it('is made once, encrypted, and shared by all processes', async () => {
    const beside = await buildTestApp({}, { beside: app });
    const keys = await Promise.all([app, beside].map((one) => one.call('getPushKey', { as: fan.token })));
    expect(keys[0]?.data).toEqual(keys[1]?.data);
    const [row] = await app.context.db.select().from(pushKeys);
    expect(row?.publicKey).toBe(keys[0]?.data.publicKey);
    expect(row?.privateKey.length).toBeGreaterThan(60);
    await beside.close();
  });

  it('lets the site start with another secret, and says which one pushes need', async () => {
    const restored = await buildTestApp({ APP_SECRET: 'the secret of another machine' }, { beside: app });
    expect((await restored.call('getPushKey', { as: fan.token })).status).toBe(200);
    const row = { ...news, userId: fan.id };
    await inTransaction(restored.context.db, (tx) => restored.services.notification.add(tx, row));
    await expect(restored.jobs.drain()).rejects.toThrow('sealed with another APP_SECRET');
    await restored.close();
  });

  it('can be set by the operator', async () => {
    const own = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'x'.repeat(43) };
    const beside = await buildTestApp(own, { beside: app });
    expect((await beside.call('getPushKey', { as: fan.token })).data.publicKey).toBe(own.VAPID_PUBLIC_KEY);
    await beside.close();
  });
});
