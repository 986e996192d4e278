import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { listen } from '../../tests/harness/socket-client';
import { connectSocket } from './socket-login';
import type { ServerSocket, Sockets } from './sockets';

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

/** True if the handshake alone logs in. The empty token sent afterwards changes nothing, but its response tells the state. */
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
  it('I-2: logs in with the token in its payload, which is in no URL', async () => {
    expect(await isLoggedInBy({ auth: { token } })).toBe(true);
    expect(await isLoggedInBy({ auth: { token }, transports: ['polling'] })).toBe(true);
  });

  it('logs in with the token in its query, where compatible clients send it', async () => {
    expect(await isLoggedInBy({ query: { token } })).toBe(true);
    expect(await isLoggedInBy({ query: { token }, auth: { token: '' } })).toBe(true);
  });

  it('prefers the payload to the query', async () => {
    expect(await isLoggedInBy({ auth: { token }, query: { token: 'x' } })).toBe(true);
    expect(await isLoggedInBy({ auth: { token: 'x' }, query: { token } })).toBe(false);
  });

  it.each([{}, { query: { token: 'null' } }, { auth: { token: ['x'] } }, { auth: { token: { a: 1 } } }])(
    'accepts a guest who sends %j',
    async (handshake) => expect(await isLoggedInBy(handshake)).toBe(false),
  );
});

it('joins no room for a socket that disconnects while its country is looked up', async () => {
  const join = vi.fn();
  const socket = { disconnected: false, data: {}, handshake: { auth: {}, query: {} }, join, request: {} };
  const findCountry = async () => {
    socket.disconnected = true;
    return 'PT';
  };
  const isClosedTo = async () => false;
  await connectSocket({ findCountry, isClosedTo } as unknown as Sockets, socket as unknown as ServerSocket);
  expect(join).not.toHaveBeenCalled();
});

it('announces in the settings that payloads are read', async () => {
  expect((await app.call('getSettings', {})).data.socketTokenInPayload).toBe(true);
});
