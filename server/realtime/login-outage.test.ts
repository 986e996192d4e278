import { io, type Socket } from 'socket.io-client';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { listen, until } from '../../tests/harness/socket-client';

let app: TestApp;
let socket: Socket | undefined;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  socket?.disconnect();
  await app.close();
});

it('R-9: a socket that could not log in, because the database failed, connects again and gets its events', async () => {
  const { token, id } = await buildUser(app);
  vi.spyOn(app.services.session, 'findActor').mockRejectedValueOnce(new Error('the database is away'));
  const reasons: string[] = [];
  const heard: unknown[] = [];
  socket = io(await listen(app), { auth: { token }, transports: ['websocket'], forceNew: true, reconnectionDelay: 10 });
  socket.on('disconnect', (reason) => void reasons.push(reason));
  socket.on('balance_update', (payload) => void heard.push(payload));
  await until('it gets events', () => {
    app.context.publisher.publish('balance_update', `account:${id}`, { delta: 0 } as never);
    return heard.length > 0;
  });
  expect(reasons).toEqual(['transport close']);
});
