import { connect, type Socket } from 'node:net';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '0' });
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** @returns a connection, and whether the server responds on it instead of closing it */
const open = () =>
  new Promise<{ socket: Socket; isServed: boolean }>((resolve) => {
    const socket = connect(
      port,
      '127.0.0.1',
      () => void socket.write('GET /nothing HTTP/1.1\r\nhost: site.test\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.once('data', () => resolve({ socket, isServed: true }));
    socket.once('close', () => resolve({ socket, isServed: false }));
  });

it('R-10: limits a network to a thousand connections, and accepts more once it has closed some', async () => {
  const sockets: Socket[] = [];
  for (let round = 0; round < 20; round += 1)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, open))).map(({ socket }) => socket));
  expect((await open()).isServed).toBe(false);
  const ended = sockets.slice(0, 10).map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets.slice(0, 10)) socket.destroy();
  await Promise.all(ended);
  let isServed = false;
  while (!isServed) ({ isServed } = await open());
  expect(isServed).toBe(true);
  for (const socket of sockets) socket.destroy();
});
