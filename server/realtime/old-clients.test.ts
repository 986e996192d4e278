import io, { type OldSocket } from 'socket.io-client-2';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { listen, until } from '../../tests/harness/socket-client';

let app: TestApp;
let url: string;
let fan: BuiltPerson;
const sockets: OldSocket[] = [];
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
  url = await listen(app);
  fan = await buildUser(app);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app.close();
});

/** @returns null if the connection was rejected */
async function connectOld(options: {
  transports?: string[];
  query?: object;
  origin?: string;
}): Promise<OldSocket | null> {
  const { origin, ...rest } = options;
  const extraHeaders = origin === undefined ? {} : { origin };
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...rest,
    transportOptions: { polling: { extraHeaders }, websocket: { extraHeaders } },
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(socket));
    for (const refused of ['connect_error', 'error']) socket.on(refused, () => resolve(null));
  });
}

const isLoggedIn = (socket: OldSocket | null, token = ''): Promise<boolean> =>
  new Promise((resolve) => {
    if (!socket) throw new Error('not connected');
    socket.emit('auth/login', { token }, ({ ok }: { ok: boolean }) => resolve(ok));
  });

describe.each(['websocket', 'polling'])('a client of socket.io 2, by %s', (transport) => {
  const open = (options: Parameters<typeof connectOld>[0] = {}) => connectOld({ transports: [transport], ...options });

  it('logs in with the token in its query, or later, and receives events', async () => {
    expect(await isLoggedIn(await open({ query: { token: fan.token } }))).toBe(true);
    const socket = await open();
    expect(await isLoggedIn(socket)).toBe(false);
    expect(await isLoggedIn(socket, fan.token)).toBe(true);
    const heard: unknown[] = [];
    socket?.on('balance_update', (payload) => void heard.push(payload));
    await until('it is heard', async () => {
      app.context.publisher.publish('balance_update', `account:${fan.id}`, { delta: 0 } as never);
      return heard.length > 0;
    });
  });

  it('is a guest if its token is invalid', async () => {
    for (const token of ['null', 'x'.repeat(40)])
      expect(await isLoggedIn(await open({ query: { token } }))).toBe(false);
  });

  it('I-10: can connect only from pages of this site', async () => {
    expect(await open({ origin: 'http://web.test' })).not.toBeNull();
    expect(await open({ origin: 'https://elsewhere.test' })).toBeNull();
  });

  it('has the same budget of events as other clients', async () => {
    const socket = await open({ query: { token: fan.token } });
    await isLoggedIn(socket);
    let answers = 0;
    for (let sent = 0; sent < 300; sent += 1) socket?.emit('auth/login', { token: '' }, () => (answers += 1));
    await until('those within its budget are answered', () => answers === 199);
    // This socket's budget is used up: its events are ignored, but another socket's are handled.
    expect(await isLoggedIn(await open({ query: { token: fan.token } }))).toBe(true);
    expect(answers).toBe(199);
  });

  it('is disconnected when its session ends', async () => {
    const { token, id } = await buildPerformer(app);
    const socket = await open({ query: { token } });
    expect(await isLoggedIn(socket)).toBe(true);
    app.context.publisher.disconnect(`account:${id}`);
    await until('it is over', () => socket?.connected === false);
  });
});

it('I-10: polling by script elements, which send no origin, is rejected', async () => {
  for (const version of ['3', '4']) {
    const reply = await fetch(`${url}/socket.io/?EIO=${version}&transport=polling&j=0`);
    expect(reply.status).toBe(403);
  }
});

it('I-13: unknown tokens count against their network, as for other clients', async () => {
  const from = { 'x-forwarded-for': '203.0.113.50' };
  const guess = (index: number) =>
    app.call('getMe', { as: `${'y'.repeat(38)}${index}`, headers: from }).then(({ status }) => status);
  for (let index = 10; index < 70; index += 1) await guess(index);
  expect(await guess(99)).toBe(429);
  // A current client from the same network.
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query: { token: 'z'.repeat(40) },
    transportOptions: { websocket: { extraHeaders: from } },
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  expect(await isLoggedIn(socket)).toBe(false);
  // The token was rejected without being looked up.
  expect(app.failures).toContainEqual(
    expect.objectContaining({ kind: 'socket', message: 'You tried this too often.' }),
  );
});
