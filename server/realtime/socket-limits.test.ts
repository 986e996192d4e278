import http from 'node:http';
import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { buildPerformer } from '../../tests/factories/performer';
import { buildSubscription } from '../../tests/factories/subscription';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { connect, listen, settle, until } from '../../tests/harness/socket-client';
import { createSocketLimits } from './socket-limits';

let app: TestApp;
let url: string;
let sockets: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
  url = await listen(app);
});
afterAll(() => app.close());
afterEach(async () => {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
  await until('all connections are closed', async () => (await countConnections()) === 0);
});

const countConnections = () =>
  new Promise<number>((resolve) => app.http.server.getConnections((_error, count) => resolve(count)));

/** @returns null if the connection was rejected */
async function open({ token = '', address = '203.0.113.1' } = {}): Promise<Socket | null> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { 'x-forwarded-for': address },
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    for (const refused of ['connect_error', 'disconnect']) socket.on(refused, () => resolve(null));
    // Only a response shows that the socket was not closed because of the account's limit.
    socket.on('connect', () => socket.emit('auth/login', { token: '' }, () => resolve(socket)));
  });
}

const openMany = async (count: number, options: Parameters<typeof open>[0]): Promise<Socket[]> => {
  const opened = await Promise.all(Array.from({ length: count }, () => open(options)));
  return opened.filter((socket) => socket !== null);
};

/** Counts queries that look up members of conversations. */
function watchQuestions() {
  const client = app.context.db.$client as { query: (...args: unknown[]) => unknown };
  const spy = vi.spyOn(client, 'query');
  const isQuestion = ([query]: unknown[]) => JSON.stringify(query).includes('from \\"conversation_members\\"');
  return { count: () => spy.mock.calls.filter(isQuestion).length, stop: () => spy.mockRestore() };
}

/** Blocks queries that look up members of conversations. @returns a function that unblocks them */
async function holdQuestions(): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> | undefined;
  await new Promise<void>((locked, failed) => {
    holding = app.context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table conversation_members in access exclusive mode`);
      locked();
      await held;
    });
    holding.catch(failed);
  });
  return async () => {
    release();
    await holding;
  };
}

const unknownId = (index: number) => index.toString(16).padStart(24, '0');

describe('F-9: concurrent sockets', () => {
  it('are limited to 20 per account: the next one is closed, until another one disconnects', async () => {
    const [fan, other] = [await buildUser(app), await buildUser(app)];
    const first = await openMany(20, { token: fan.token });
    expect(first).toHaveLength(20);
    expect(await open({ token: fan.token })).toBeNull();
    expect(await open({ token: other.token })).not.toBeNull();
    expect(first.every(({ connected }) => connected)).toBe(true);
    first[0]?.disconnect();
    await until('there is room', async () => (await open({ token: fan.token })) !== null);
    expect(await open({ token: fan.token })).toBeNull();
  });

  it('come back by themselves if they were closed, once there is room', async () => {
    const { token } = await buildUser(app);
    const first = await openMany(20, { token });
    const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnectionDelay: 100 });
    sockets.push(socket);
    const reasons: string[] = [];
    let isBack = false;
    socket.on('disconnect', (reason) => reasons.push(reason));
    socket.on('connect', () => socket.emit('auth/login', { token }, ({ ok }: { ok: boolean }) => (isBack = ok)));
    await until('it was closed twice', () => reasons.length > 1);
    first[0]?.disconnect();
    await until('it is back', () => isBack);
    expect(new Set(reasons)).toEqual(new Set(['transport close']));
  });

  it('are limited to 20 per account even if they log in later', async () => {
    const fan = await buildUser(app);
    const guests = await openMany(21, {});
    for (const guest of guests) guest.emit('auth/login', { token: fan.token });
    await until('one is closed', () => guests.some(({ connected }) => !connected));
    expect(guests.filter(({ connected }) => connected)).toHaveLength(20);
  });

  it('are limited to 200 per network: the next one is rejected, until another one disconnects', async () => {
    const address = '198.51.100.7';
    const first = await openMany(210, { address });
    expect(first).toHaveLength(200);
    expect(await open({ address })).toBeNull();
    expect(await open({ address: '198.51.100.8' })).not.toBeNull();
    expect(first.every(({ connected }) => connected)).toBe(true);
    first[0]?.disconnect();
    await until('there is room', async () => (await open({ address })) !== null);
    expect(await open({ address })).toBeNull();
  });

  it('include polling sessions without a socket', async () => {
    const poll = async () => {
      const headers = { 'x-forwarded-for': '198.51.100.9', connection: 'close' };
      return (await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })).status;
    };
    const statuses = [];
    for (let index = 0; index < 202; index += 1) statuses.push(await poll());
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.slice(200)).toEqual([403, 403]);
  });
});

describe('F-9: events', () => {
  it('count per account, over all its sockets', async () => {
    const [fan, other] = [await buildUser(app), await buildUser(app)];
    const flooding = await openMany(5, { token: fan.token });
    // Logs in first, so that all further events count for the account.
    for (const socket of flooding) await socket.emitWithAck('auth/login', { token: '' });
    let answers = 0;
    for (let sent = 0; sent < 150; sent += 1)
      for (const socket of flooding) socket.emit('auth/login', { token: '' }, () => (answers += 1));
    await until('those within the budget are answered', () => answers >= 490);
    const quiet = await connect(url, other.token, { 'x-forwarded-for': '203.0.113.1' });
    sockets.push(quiet.socket);
    await settle(quiet);
    expect(answers).toBeLessThanOrEqual(500);
    expect(flooding.every(({ connected }) => connected)).toBe(true);
  });

  it('for unknown conversations cause few queries, and do not delay other accounts', async () => {
    const [creator, fan, flooder] = [await buildPerformer(app), await buildUser(app), await buildUser(app)];
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const body = { source: 'performer', sourceId: creator.id };
    const conversationId = (await app.call('createConversation', { as: fan.token, body })).data._id;
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const [typist, listener] = [await connect(url, fan.token, headers), await connect(url, creator.token, headers)];
    sockets.push(typist.socket, listener.socket);
    const flooding = await openMany(20, { token: flooder.token });
    const questions = watchQuestions();
    for (let sent = 0; sent < 100; sent += 1)
      for (const [index, socket] of flooding.entries())
        socket.emit('typing', { conversationId: unknownId(sent * 20 + index), isTyping: true });
    await until('the flood has begun', () => questions.count() > 0);
    typist.socket.emit('typing', { conversationId, isTyping: true });
    await until('the other party hears of it', () => listener.heard('typing').length === 1);
    expect((await app.call('getMe', { as: fan.token })).status).toBe(200);
    for (const socket of flooding) socket.disconnect();
    await until('the flood is over', async () => (await countConnections()) === 2);
    // 20 caused by the flood, and one by the account that types.
    expect(questions.count()).toBeLessThanOrEqual(21);
    questions.stop();
  });

  it.each([
    ['typing', (id: string) => ({ conversationId: id, isTyping: true })],
    ['presence/watch', (id: string) => ({ userId: id })],
  ] as const)('`%s` with an unknown id costs many points of the budget, even if sent slowly', async (event, say) => {
    const fan = await buildUser(app);
    const [socket] = await openMany(1, { token: fan.token });
    const questions = watchQuestions();
    for (let index = 0; index < 22; index += 1) {
      socket?.emit(event, say(unknownId(index)));
      await socket?.emitWithAck('auth/login', { token: '' });
    }
    // The rest of the budget is enough for other events, but not for another lookup.
    expect(questions.count()).toBeGreaterThan(10);
    expect(questions.count()).toBeLessThanOrEqual(20);
    questions.stop();
  });

  it('that are still queued are dropped when their socket disconnects', async () => {
    const fan = await buildUser(app);
    const [socket] = await openMany(1, { token: fan.token });
    const questions = watchQuestions();
    const letGo = await holdQuestions();
    for (let index = 0; index < 10; index += 1)
      socket?.emit('typing', { conversationId: unknownId(index), isTyping: true });
    await until('the first is asked', () => questions.count() === 1);
    socket?.disconnect();
    await until('it is gone', async () => (await countConnections()) === 0);
    await letGo();
    await until('it is offline', async () => (await app.services.people.find(fan.id))?.account.isOnline === false);
    expect(questions.count()).toBe(1);
    questions.stop();
  });

  it('that exceed the queue reject a login, and close the socket at a logout', async () => {
    const fan = await buildUser(app);
    const [socket] = await openMany(1, { token: fan.token });
    const letGo = await holdQuestions();
    socket?.emit('typing', { conversationId: unknownId(1), isTyping: true });
    const answers: boolean[] = [];
    for (let index = 0; index < 100; index += 1)
      socket?.emit('auth/login', { token: '' }, ({ ok }: { ok: boolean }) => answers.push(ok));
    await until('those that find no place are answered', () => answers.length === 51);
    expect(new Set(answers)).toEqual(new Set([false]));
    socket?.emit('auth/logout', { token: fan.token });
    await until('it is closed', () => socket?.connected === false);
    await letGo();
  });
});

describe('R-10: packets of a polling connection', () => {
  /** Sends raw engine.io bodies, one request after another. @returns whether the connection is then closed */
  async function isEndedBy(bodies: (string | Buffer<ArrayBuffer>)[], version = 4): Promise<boolean> {
    const address = `${url}/socket.io/?EIO=${version}&transport=polling`;
    const opened = await (await fetch(address, { headers: { connection: 'close' } })).text();
    const session = `${address}&sid=${/"sid":"([^"]+)"/.exec(opened)?.[1]}`;
    for (const body of bodies) {
      const headers = {
        connection: 'close',
        ...(typeof body !== 'string' && { 'content-type': 'application/octet-stream' }),
      };
      // If a body is rejected without being read, its request fails too.
      await fetch(session, { method: 'POST', headers, body }).catch(() => undefined);
    }
    const headers = { connection: 'close' };
    const heard = await (await fetch(session, { headers, signal: AbortSignal.timeout(1000) })).text().catch(() => '');
    // By now the session is unknown, or it receives the packet "1", which closes it.
    return heard.includes('Session ID unknown') || heard.split('\x1e').includes('1');
  }
  const join = (packets: string[]) => packets.join('\x1e');
  const say = (times: number) => Array.from({ length: times }, () => '42["auth/login",{}]');

  it('close it if they open thousands of sockets', async () => {
    expect(await isEndedBy([join(Array.from({ length: 400 }, () => '40'))])).toBe(true);
  });

  it('close it if they are too many', async () => {
    expect(await isEndedBy(['40', ...Array.from({ length: 7 }, () => join(say(300)))])).toBe(true);
  });

  it('close it if a single body has too many', async () => {
    expect(await isEndedBy(['40', join(say(501))])).toBe(true);
  });

  it('close it if they are binary', async () => {
    const [packet = ''] = say(1);
    // In engine.io protocol 3: 0 for text, the length in digits, 255.
    const head = Buffer.from([0, ...Array.from(String(packet.length), Number), 255]);
    expect(await isEndedBy([Buffer.concat([head, Buffer.from(packet)])], 3)).toBe(true);
  });

  it('keep it open if there are as many as usual', async () => {
    expect(await isEndedBy(['40', join([...say(20), '420["auth/login",{}]'])])).toBe(false);
  });
});

describe('R-10: the traffic of one WebSocket', () => {
  const [TEXT, PING] = [1, 9];

  /** A frame as clients send it. The mask is zero, so the text does not change. */
  function frame(text: string, type = TEXT): Buffer {
    const size = Buffer.byteLength(text);
    const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
    head[0] = 0x80 + type;
    head[1] = 0x80 + (size < 126 ? size : size < 65_536 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(size, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
    return Buffer.concat([head, Buffer.alloc(4), Buffer.from(text)]);
  }

  /** Sends frames, then an event that is acknowledged. @returns whether the connection was closed before the acknowledgment */
  function isEndedBy(frames: Buffer[], address = '203.0.113.20'): Promise<boolean> {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'x-forwarded-for': address,
    };
    const request = http.get(`${url}/socket.io/?EIO=4&transport=websocket`, { headers });
    return new Promise((resolve, reject) => {
      request.once('error', reject);
      request.once('upgrade', (_response, socket) => {
        const end = (isEnded: boolean) => {
          resolve(isEnded);
          socket.destroy();
        };
        let heard = '';
        socket.on('error', () => end(true));
        socket.on('close', () => end(true));
        socket.on('data', (data: Buffer) => {
          // A close frame.
          if (data.includes(Buffer.from([0x88, 0]))) end(true);
          const isOpenNow = !heard.includes('40{"sid"') && (heard += data.toString()).includes('40{"sid"');
          if (isOpenNow) socket.write(Buffer.concat([...frames, frame('420["auth/login",{"token":""}]')]));
          else if (data.includes('430[{"ok":')) end(false);
        });
        socket.write(frame('40'));
      });
    });
  }
  const times = (count: number, one: Buffer) => Array.from({ length: count }, () => one);
  const large = frame(`42["typing","${'x'.repeat(90_000)}"]`);
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('closes it if it exceeds 1 MB in ten seconds', async () => {
    expect(await isEndedBy(times(10, large), '203.0.113.21')).toBe(false);
    expect(await isEndedBy(times(12, large), '203.0.113.22')).toBe(true);
  });

  it('closes it if its network exceeds 2 MB, but does not affect other networks', async () => {
    const ended = [];
    for (let index = 0; index < 3; index += 1) ended.push(await isEndedBy(times(10, large), '203.0.113.23'));
    expect(ended).toEqual([false, false, true]);
    expect(await isEndedBy(times(10, large), '203.0.113.24')).toBe(false);
  });

  it.each([
    ['pings, which are no packets', times(9_000, frame('x'.repeat(125), PING))],
    ['packets without messages', times(2_000, frame('3'))],
    ['nested lists, deeper than any event', [frame(`42["typing",${nest(60)}]`)]],
  ])('closes it because of %s', async (_name, frames) => {
    expect(await isEndedBy(frames, '203.0.113.25')).toBe(true);
  });

  it.each(['2', '21', '51-', '2/",', '2/["a,1', '50x1-/",'])(
    'measures how deep JSON is nested, also after the prefix %s',
    (head) => {
      const { takePacket } = createSocketLimits({ isEnabled: true }).countTraffic('203.0.113.27');
      const take = (depth: number) => takePacket({ type: 'message', data: `${head}["typing",${nest(depth)}]` });
      expect([take(40), take(60)]).toEqual([true, false]);
    },
  );
});
