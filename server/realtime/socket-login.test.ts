import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { listen } from '../../tests/harness/socket-client';

let app: TestApp;
let url: string;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  url = await listen(app);
  ({ token } = await buildUser(app));
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});

/** Whether the handshake alone logs in: the empty token afterwards changes nothing and only reports the state. */
async function isLoggedInBy(handshake: Partial<ManagerOptions & SocketOptions>): Promise<boolean> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...handshake });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  const { ok } = (await socket.timeout(5_000).emitWithAck('auth/login', { token: '' })) as { ok: boolean };
  return ok;
}

describe('the handshake of a socket', () => {
  it('I-2: logs in by the token of its payload, which is in no address', async () => {
    expect(await isLoggedInBy({ auth: { token } })).toBe(true);
    expect(await isLoggedInBy({ auth: { token }, transports: ['polling'] })).toBe(true);
  });

  it('logs in by the token of its query, as compatible clients send it', async () => {
    expect(await isLoggedInBy({ query: { token } })).toBe(true);
    expect(await isLoggedInBy({ query: { token }, auth: { token: '' } })).toBe(true);
  });

  it('prefers the payload to the query', async () => {
    expect(await isLoggedInBy({ auth: { token }, query: { token: 'x' } })).toBe(true);
    expect(await isLoggedInBy({ auth: { token: 'x' }, query: { token } })).toBe(false);
  });

  it.each([{}, { query: { token: 'null' } }, { auth: { token: ['x'] } }, { auth: { token: { a: 1 } } }])(
    'accepts a guest with %j',
    async (handshake) => expect(await isLoggedInBy(handshake)).toBe(false),
  );
});

it('announces in the settings that payloads are read', async () => {
  expect((await app.call('getSettings', {})).data.socketTokenInPayload).toBe(true);
});
