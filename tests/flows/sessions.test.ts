import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { accounts } from '../../server/db/schema/accounts';
import { eq } from 'drizzle-orm';
import { buildUser, PASSWORD, type BuiltPerson } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { howBusy } from '../harness/how-busy';

const WEB = 'http://web.test';

let app: TestApp;
let dataDir: string;
let here: ServerProcess;
let there: ServerProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  const env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '', WEB_PUBLIC_URL: WEB };
  [here, there] = await Promise.all([startApi(env), startApi(env)]);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await Promise.all([here, there].map((process) => process.stop()));
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function call(server: ServerProcess, method: string, route: string, token?: string, body?: object) {
  const reply = await fetch(`${server.url}${route}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, data: ((await reply.json()) as { data?: { token?: string } }).data };
}

async function login(server: ServerProcess, person: BuiltPerson): Promise<string> {
  const body = { username: person.account.email, password: PASSWORD };
  return (await call(server, 'POST', '/auth/login', undefined, body)).data?.token ?? '';
}

function connect(server: ServerProcess, { token = 'null', origin }: { token?: string; origin?: string }) {
  const socket = io(server.url, {
    query: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(origin !== undefined && { extraHeaders: { origin } }),
  });
  sockets.push(socket);
  return new Promise<Socket>((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });
}

/** Two sessions of one account. The second is cached by both processes and has a socket. */
async function prepare() {
  const person = await buildUser(app);
  const [mine, other] = [await login(here, person), await login(there, person)];
  const socket = await connect(there, { token: other, origin: WEB });
  await new Promise<void>((resolve) => socket.emit('auth/login', { token: other }, () => resolve()));
  for (const server of [here, there]) expect((await call(server, 'GET', '/users/me', other)).status).toBe(200);
  const gone = new Promise<number>((resolve) => socket.on('disconnect', () => resolve(performance.now())));
  return { person, mine, other, gone };
}

async function untilRefused(server: ServerProcess, token: string, start: number): Promise<number> {
  for (;;) {
    const { status } = await call(server, 'GET', '/users/me', token);
    const passed = performance.now() - start;
    if (status === 401 || passed > 10_000) return passed;
    await sleep(20);
  }
}

const ends: [string, (mine: string, other: string, person: BuiltPerson) => Promise<unknown>][] = [
  ['a logout', (_mine, other) => call(here, 'POST', '/auth/logout', other)],
  ['ending the other sessions', (mine) => call(here, 'DELETE', '/users/me/sessions', mine)],
  ['a new password', (mine) => call(here, 'PUT', '/auth/users/me/password', mine, { password: 'a new one' })],
  [
    'a disabled account',
    (_mine, _other, { id }) => app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, id)),
  ],
];

describe('two API processes on one database', () => {
  it.each(ends)(
    'I-1: end a session within a second, and its socket within five, after %s at the other process',
    async (_, end) => {
      const { person, mine, other, gone } = await prepare();
      await end(mine, other, person);
      const start = performance.now();
      const [refused, disconnected] = await Promise.all([untilRefused(there, other, start), gone]);
      // Sessions are cached for one second; the rest is the duration of the call on a busy machine.
      expect(refused).toBeLessThan(1_000 + 300 * howBusy());
      expect(disconnected - start).toBeLessThan(5_000 + 500 * howBusy());
    },
    30_000,
  );
});

describe('the socket server', () => {
  it('accepts pages of this site and clients without a browser, by any transport', async () => {
    for (const origin of [WEB, undefined])
      expect((await connect(here, { ...(origin && { origin }) })).connected).toBe(true);
    const polling = await fetch(`${here.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin: WEB } });
    expect([polling.status, polling.headers.get('access-control-allow-origin')]).toEqual([200, WEB]);
  });

  it('I-10: rejects pages of other sites', async () => {
    const { token } = await buildUser(app);
    for (const origin of ['http://evil.test', 'https://web.test', `${WEB}:8080`, 'http://web.test.evil.test', 'null']) {
      await expect(connect(here, { token, origin })).rejects.toThrow('websocket error');
      const polling = await fetch(`${here.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
      expect([polling.status, polling.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });
});
