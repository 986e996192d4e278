import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { accounts } from '../../server/db/schema/accounts';
import { createAccountSockets } from '../../server/realtime/account-sockets';
import { rooms } from '../../server/realtime/publish';
import { createStreamConnection } from '../../server/realtime/stream-connection';
import { connectRedis, type Redis } from '../../server/redis/connect-redis';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { startRedis, type TestRedis } from '../harness/redis-server';
import { connect, listen, settle, until, type TestSocket } from '../harness/socket-client';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy';

let redis: TestRedis;
let one: TestApp;
let two: TestApp;
let urls: string[];
let proxy: TcpProxy;
let creator: BuiltPerformer;
let fan: BuiltPerson;
const open: Pick<TestSocket, 'close'>[] = [];

beforeAll(async () => {
  redis = await startRedis();
  const env = { REDIS_URL: redis.url, RATE_LIMITS: '1', LOG_LEVEL: 'silent' };
  one = await buildTestApp(env);
  two = await buildTestApp(env, { beside: one });
  urls = [await listen(one), await listen(two)];
  proxy = await startTcpProxy(urls[1] ?? '');
});
beforeEach(async () => {
  [creator, fan] = await Promise.all([buildPerformer(one), buildUser(one)]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(async () => {
  await proxy.close();
  await two.close();
  await one.close();
  await redis.stop();
});

async function connectTo(node: 0 | 1, token: string): Promise<TestSocket> {
  const socket = await connect(urls[node] ?? '', token);
  open.push(socket);
  return socket;
}

const isOnline = async (id: string) =>
  (await one.context.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.isOnline;

async function openConversation(): Promise<{ id: string }> {
  await buildSubscription(one, { userId: fan.id, performerId: creator.id });
  const body = { source: 'performer' as const, sourceId: creator.id };
  return { id: (await one.call('createConversation', { as: fan.token, body })).data._id };
}

const send = (app: TestApp, params: { id: string }, text: string) =>
  app.call('sendMessage', { as: fan.token, params, body: { text } });

const publishPresence = (userId: string) =>
  one.context.publisher.publish('presence', rooms.presence(userId), { userId, isOnline: true });

/** A client that connects again by itself, to the second node, through a connection that can be cut. */
async function connectAgain(token: string) {
  const texts: string[] = [];
  const connects: boolean[] = [];
  const state = { token };
  const socket = io(proxy.url, {
    auth: (answer) => answer({ token: state.token }),
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 200,
  });
  open.push({ close: () => void socket.disconnect() });
  socket.on('connect', () => socket.emit('auth/login', { token: state.token }, () => connects.push(socket.recovered)));
  socket.on('message_created', ({ text }: { text: string }) => void texts.push(text));
  await until('the client is connected', () => connects.length === 1);
  return { socket, texts, connects, state };
}

describe('two nodes with one Redis', () => {
  it('R-1: deliver a message that was sent through one to the sockets of both, once', async () => {
    const conversation = await openConversation();
    const sockets = [await connectTo(0, creator.token), await connectTo(1, creator.token)];
    for (let n = 0; n < 20; n += 1) await send(n % 2 === 0 ? one : two, conversation, `message ${n}`);
    await until('all have arrived', () => sockets.every((socket) => socket.heard('message_created').length >= 20));
    await settle(...sockets);
    for (const socket of sockets)
      expect(socket.heard('message_created').map(({ text }) => text)).toEqual(
        Array.from({ length: 20 }, (_, n) => `message ${n}`),
      );
  });

  it('A-4: take a blocked fan out of rooms of the other node', async () => {
    const socket = await connectTo(1, fan.token);
    socket.socket.emit('presence/watch', { userId: creator.id });
    await settle(socket);
    publishPresence(creator.id);
    await until('the fan watches', () => socket.heard('presence').length > 1);
    await one.call('blockUser', { as: creator.token, body: { target: 'user', targetId: fan.id } });
    const before = socket.heard('presence').length;
    publishPresence(creator.id);
    one.context.publisher.publish('balance_update', rooms.account(fan.id), { delta: 0 } as never);
    await until('the later event has arrived', () => socket.names().includes('balance_update'));
    expect(socket.heard('presence')).toHaveLength(before);
  });

  it('I-1: close the sockets of an account on both', async () => {
    const sockets = [await connectTo(0, fan.token), await connectTo(1, fan.token)];
    one.context.publisher.disconnect(rooms.account(fan.id));
    await until('both are closed', () => sockets.every(({ socket }) => !socket.connected));
  });

  it('show an account as online until its last socket on any node is closed', async () => {
    const watcher = await connectTo(0, fan.token);
    watcher.socket.emit('presence/watch', { userId: creator.id });
    await settle(watcher);
    const [first, second] = [await connectTo(0, creator.token), await connectTo(1, creator.token)];
    await until('the creator is online', async () => (await isOnline(creator.id)) === true);
    first.socket.emit('auth/logout', { token: '' });
    await settle(first);
    expect(await isOnline(creator.id)).toBe(true);
    expect(watcher.heard('presence').at(-1)).toMatchObject({ isOnline: true });
    second.close();
    await until('the creator is offline', async () => (await isOnline(creator.id)) === false);
    await until('the watcher notices', () => watcher.heard('presence').at(-1)?.isOnline === false);
    expect(watcher.heard('presence').filter((event) => !event.isOnline)).toHaveLength(2);
  });

  it('count the sockets of an account together', async () => {
    for (let n = 0; n < 20; n += 1) await connectTo(n % 2 === 0 ? 0 : 1, fan.token);
    const last = await connect(urls[1] ?? '', undefined);
    open.push(last);
    last.socket.emit('auth/login', { token: fan.token }, () => undefined);
    await until('the last one is closed', () => !last.socket.connected);
  });

  it('F-9: count requests together, of every class', async () => {
    const search = (app: TestApp) => app.call('listFeeds', { as: fan.token, query: { q: 'lantern' } });
    for (let n = 0; n < 60; n += 1) {
      expect((await search(one)).status).toBe(200);
      expect((await search(two)).status).toBe(200);
    }
    expect((await search(one)).status).toBe(429);
    expect((await search(two)).status).toBe(429);
  });

  it('know changed settings and countries at once, although the clock stands still', async () => {
    expect((await two.services.settings.read()).siteName).not.toBe('Lantern');
    expect(await two.services.block.isSiteClosedTo('FR')).toBe(false);
    await one.services.settings.write('siteName', 'Lantern');
    await one.services.settings.write('geoBlock', true);
    await one.services.block.closeSiteTo(['FR']);
    await until('the name is known', async () => (await two.services.settings.read()).siteName === 'Lantern');
    await until('the country is known', () => two.services.block.isSiteClosedTo('FR'));
    await one.services.settings.write('geoBlock', false);
  });
});

describe('a client that loses its connection for a moment', () => {
  it('R-1: gets the missed event and keeps its rooms', async () => {
    const conversation = await openConversation();
    const { socket, texts, connects } = await connectAgain(creator.token);
    await send(one, conversation, 'before');
    await until('the first message has arrived', () => texts.length === 1);
    const before = socket.id;
    proxy.cut();
    await until('the client is cut off', () => !socket.connected);
    await until('the node has noticed', async () => (await isOnline(creator.id)) === false);
    await send(one, conversation, 'missed');
    proxy.mend();
    await until('the client is back', () => connects.length === 2);
    expect(connects).toEqual([false, true]);
    expect(socket.id).not.toBe(before);
    await send(one, conversation, 'after');
    await until('the last message has arrived', () => texts.includes('after'));
    expect(texts).toEqual(['before', 'missed', 'after']);
    await until('the creator is online again', async () => (await isOnline(creator.id)) === true);
  });

  it('R-1: connects as a new one if the site had too many events meanwhile', async () => {
    const { texts, connects } = await connectAgain(creator.token);
    await send(one, await openConversation(), 'before');
    await until('the first message has arrived', () => texts.length === 1);
    proxy.cut();
    await until('the node has noticed', async () => (await isOnline(creator.id)) === false);
    for (let n = 0; n < 1_000; n += 1) publishPresence(creator.id);
    const other = await connectTo(1, fan.token);
    one.context.publisher.publish('balance_update', rooms.account(fan.id), { delta: 0 } as never);
    await until('all events have arrived', () => other.names().includes('balance_update'));
    proxy.mend();
    await until('the client is back', () => connects.length === 2);
    expect(connects).toEqual([false, false]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['their session ended', () => one.call('logout', { as: creator.token })],
    [
      'their account was suspended',
      () => one.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id)),
    ],
  ])('A-4: gets nothing if %s', async (_why, end) => {
    const conversation = await openConversation();
    const { socket, texts, connects } = await connectAgain(creator.token);
    await send(one, conversation, 'before');
    await until('the first message has arrived', () => texts.length === 1);
    proxy.cut();
    await until('the node has noticed', async () => (await isOnline(creator.id)) === false);
    one.context.publisher.publish('message_created', rooms.account(creator.id), { text: 'secret' } as never);
    await end();
    proxy.mend();
    await until('the client is back', () => connects.length === 2);
    expect([socket.recovered, texts]).toEqual([false, ['before']]);
  });

  it('A-4: gets nothing of a creator who blocked them meanwhile', async () => {
    const { socket, connects } = await connectAgain(fan.token);
    const heard: unknown[] = [];
    socket.on('presence', (event: unknown) => void heard.push(event));
    socket.emit('presence/watch', { userId: creator.id });
    await until('the fan watches', () => heard.length === 1);
    proxy.cut();
    await until('the node has noticed', async () => (await isOnline(fan.id)) === false);
    await one.call('blockUser', { as: creator.token, body: { target: 'user', targetId: fan.id } });
    publishPresence(creator.id);
    proxy.mend();
    await until('the client is back', () => connects.length === 2);
    expect([socket.recovered, heard.length]).toEqual([false, 1]);
  });

  it('I-1: leaves the rooms of its session if it comes back with another token', async () => {
    const conversation = await openConversation();
    const { texts, connects, state } = await connectAgain(creator.token);
    await send(one, conversation, 'before');
    await until('the first message has arrived', () => texts.length === 1);
    proxy.cut();
    await until('the node has noticed', async () => (await isOnline(creator.id)) === false);
    state.token = (await buildUser(one)).token;
    proxy.mend();
    await until('the client is back', () => connects.length === 2);
    await send(one, conversation, 'for the creator only');
    await connectTo(1, creator.token).then(settle);
    expect(texts).toEqual(['before']);
    expect(await isOnline(creator.id)).toBe(true);
  });
});

const readHealth = async ({ http }: TestApp) => {
  const reply = await http.inject('/health');
  return [reply.statusCode, reply.json<{ parts: { redis?: string } }>().parts.redis];
};
const readLost = async ({ http }: TestApp) =>
  /^platform_redis_lost (\d)/m.exec((await http.inject('/metrics')).body)?.[1];

/** Searches by one account, until the limit. */
async function countSearches(apps: readonly TestApp[]): Promise<number> {
  const { token } = await buildUser(one);
  for (let count = 0; ; count += 1) {
    const app = apps[count % apps.length];
    const reply = await app?.call('listFeeds', { as: token, query: { q: 'lantern' } });
    if (reply?.status !== 200) return count;
  }
}

const untilHealth = (state: 'ok' | 'down') =>
  until(`Redis is ${state}`, async () =>
    (await Promise.all([one, two].map(readHealth))).every(([status, told]) => status === 200 && told === state),
  );

describe('R-9: while Redis is unavailable, two nodes', () => {
  it('work alone, with all limits, and bring their clients up to date afterwards', async () => {
    const conversation = await openConversation();
    const sockets = [await connectTo(0, creator.token), await connectTo(1, creator.token)] as const;
    const reasons: string[] = [];
    sockets[1].socket.on('disconnect', (reason) => reasons.push(reason));
    await redis.kill();
    await untilHealth('down');
    expect(await readLost(one)).toBe('1');
    expect((await send(one, conversation, 'while it is away')).status).toBe(200);
    await until('the message has arrived at its node', () => sockets[0].heard('message_created').length === 1);
    expect(await countSearches([one])).toBe(120);
    await redis.start();
    await untilHealth('ok');
    expect(await readLost(one)).toBe('0');
    await until('the client has to connect again', () => !sockets[1].socket.connected);
    expect(reasons).toEqual(['transport close']);
    expect(sockets[1].heard('message_created')).toEqual([]);
    expect(await countSearches([one, two])).toBe(120);
    const again = await connectTo(1, creator.token);
    await send(one, conversation, 'afterwards');
    await until('messages arrive as before', () => again.heard('message_created').length === 1);
  });

  it('take access from a blocked fan on the other node', async () => {
    const socket = await connectTo(1, fan.token);
    socket.socket.emit('presence/watch', { userId: creator.id });
    await until('the fan watches', () => socket.heard('presence').length === 1);
    await redis.kill();
    await one.call('blockUser', { as: creator.token, body: { target: 'user', targetId: fan.id } });
    const publish = () =>
      two.context.publisher.publish('presence', rooms.presence(creator.id), { userId: creator.id, isOnline: true });
    await until(
      'no event arrives any more',
      async () => {
        const before = socket.heard('presence').length;
        publish();
        await settle(socket);
        return socket.heard('presence').length === before;
      },
      10_000,
      500,
    );
    await redis.start();
    await untilHealth('ok');
  });

  it('answer calls although Redis accepts connections, but says nothing', async () => {
    redis.pause();
    try {
      expect(await countSearches([one])).toBe(120);
      await untilHealth('down');
    } finally {
      redis.resume();
    }
    await untilHealth('ok');
    expect(await countSearches([one, two])).toBe(120);
  });

  it('start without it, and find it later', async () => {
    const late = await startRedis();
    await late.kill();
    const env = { REDIS_URL: late.url, LOG_LEVEL: 'silent' };
    const apps = [await buildTestApp(env, { beside: one }), await buildTestApp(env, { beside: one })] as const;
    const params = await openConversation();
    const socket = await connect(await listen(apps[1]), creator.token);
    expect((await send(apps[0], params, 'alone')).status).toBe(200);
    await late.start();
    await until(
      'the nodes work together',
      async () => {
        await send(apps[0], params, 'together');
        await settle(socket);
        return socket.heard('message_created').length > 0;
      },
      30_000,
      200,
    );
    expect(socket.heard('message_created')[0]?.text).toBe('together');
    for (const app of apps) {
      expect(app.failures.filter(({ name }) => name === 'Redis')).toHaveLength(1);
      await app.close();
    }
    socket.close();
    await late.stop();
  });
});

describe('the connection to Redis', () => {
  const connections: Redis[] = [];
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.disconnect();
  });

  async function connectSite(secret: string): Promise<Redis> {
    const connection = connectRedis({ url: redis.url, secret, failures: one.context.failures });
    connections.push(connection);
    await once(connection, 'ready');
    return connection;
  }

  it('keeps what sites with different secrets store apart', async () => {
    const [site, same, other] = [await connectSite('a'), await connectSite('a'), await connectSite('b')];
    await site.set('key', 'value');
    expect([await same.get('key'), await other.get('key')]).toEqual(['value', null]);
  });

  it('reads even events that were added between two reads, before the first event ever', async () => {
    const streamName = 'new-stream';
    const { connection, close } = createStreamConnection(await connectSite('c'), { streamName, onMissed: vi.fn() });
    const reader = connection.duplicate();
    const read = () => reader.xread('COUNT', 10, 'BLOCK', 20, 'STREAMS', streamName, '$');
    expect(await read()).toBeNull();
    const id = await connection.xadd(streamName, '*', 'name', 'value');
    expect(await read()).toMatchObject([[expect.anything(), [[id, ['name', 'value']]]]]);
    await close();
  });

  it('renews the entries of many accounts in parts', async () => {
    const connection = await connectSite('f');
    const accountSockets = createAccountSockets(connection);
    const accountIds = Array.from({ length: 2_500 }, (_, n) => `account-${n}`);
    // One after another: thousands at once keep a busy machine from reading for so long that the connection is given up.
    for (const id of accountIds) await accountSockets.enter(id, `socket of ${id}`);
    await accountSockets.leave('account-0', 'socket of account-0');
    await connection.del('online', ...accountIds.map((id) => `sockets:${id}`));
    const pipeline = vi.spyOn(connection, 'pipeline');
    expect(await accountSockets.beat()).toEqual([]);
    expect(await connection.zcard('online')).toBe(2_499);
    const last = accountIds.at(-1);
    expect(await connection.zcard(`sockets:${last}`)).toBe(1);
    expect(pipeline).toHaveBeenCalledTimes(3);
  });

  it('misses no event because the process was busy', async () => {
    const onMissed = vi.fn();
    const { connection, close } = createStreamConnection(await connectSite('e'), { streamName: 'events', onMissed });
    await once(connection, 'ready');
    const added = connection.xadd('events', '*', 'name', 'value');
    for (const end = Date.now() + 1_500; Date.now() < end;);
    expect(await added).toEqual(expect.any(String));
    expect(onMissed).not.toHaveBeenCalled();
    await close();
  });

  it('says once that events were missed, when they can be published again', async () => {
    const onMissed = vi.fn();
    const { connection, close } = createStreamConnection(await connectSite('d'), { streamName: 'events', onMissed });
    await once(connection, 'ready');
    await redis.kill();
    await until('events are missed', () =>
      connection.xadd('events', '*', 'name', 'value').then(
        () => false,
        () => true,
      ),
    );
    expect(onMissed).not.toHaveBeenCalled();
    await redis.start();
    await until('events can be published again', () => connection.status === 'ready');
    await connection.xadd('events', '*', 'name', 'value');
    expect(onMissed).toHaveBeenCalledTimes(1);
    await close();
  });
});
