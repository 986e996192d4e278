import { eq } from 'drizzle-orm';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import { prepareShow } from '../../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { connect, listen, settle, until, type TestSocket } from '../../../../../tests/harness/socket-client';
import { streams } from '../../../../db/schema/streams';

let app: TestApp;
let second: TestApp;
let url: string;
let secondUrl: string;
let host: BuiltPerformer;
let fan: BuiltPerson;
const open: TestSocket[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  second = await buildTestApp({}, { beside: app });
  [url, secondUrl] = [await listen(app), await listen(second)];
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app)]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

async function enter(token: string | undefined, at = url, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket = await connect(at, token, headers);
  open.push(socket);
  return socket;
}

async function begin() {
  const { _id: id, conversation, sessionId } = await prepareShow(app, host);
  const payload = { conversationId: conversation._id };
  const hostSocket = await enter(host.token);
  hostSocket.socket.emit('public-stream/live', payload);
  await settle(hostSocket);
  const viewer = await enter(fan.token);
  viewer.socket.emit('public-stream/join', payload);
  await settle(viewer);
  return { id, sessionId, payload, hostSocket, viewer };
}

/** Tests run the ticks themselves. */
const tick = () => Promise.all([app, second].map((one) => one.services.showTick.tick(app.clock.now())));
const readShow = async (id: string) => (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0];

describe('sockets in the room of a show', () => {
  it('receive members, changes and the end of the show', async () => {
    const { payload, hostSocket, viewer } = await begin();
    expect(viewer.heard('join-broadcaster')).toEqual([{ ...payload, performerId: host.id }]);
    await tick();
    await until('the host hears of the viewer', () => hostSocket.heard('public-room-changed').length > 0);
    expect(hostSocket.heard('public-room-changed').at(-1)).toMatchObject({ total: 1, members: [{ _id: fan.id }] });
    await app.call('updateStream', { as: host.token, body: { title: 'Later' } });
    await until('the viewer hears of the title', () => viewer.heard('stream/changed').length > 0);
    expect(viewer.heard('stream/changed')).toMatchObject([{ title: 'Later', isStreaming: 1 }]);
    hostSocket.socket.emit('public-stream/leave', payload);
    await until('the viewer hears of the end', () => viewer.heard('model-left').length > 0);
    expect(viewer.heard('MODEL_LEFT_ROOM')).toHaveLength(1);
  });

  it('can be those of guests if the show is for everyone', async () => {
    const { payload } = await begin();
    const guest = await enter(undefined);
    guest.socket.emit('public-stream/join', payload);
    await until('the guest is in', () => guest.heard('public-room-changed').length > 0);
    expect(guest.heard('public-room-changed')[0]).toMatchObject({ total: 2 });
  });

  it('receive the same if they are connected to another process', async () => {
    const { payload, hostSocket } = await begin();
    const far = await enter((await buildUser(app)).token, secondUrl);
    far.socket.emit('public-stream/join', payload);
    await settle(far);
    await tick();
    await until('the host hears of both', () => hostSocket.heard('public-room-changed').at(-1)?.total === 2);
    await app.call('updateStream', { as: host.token, body: { title: 'Later' } });
    await tick();
    await until('the far one hears of the title', () => far.heard('stream/changed').length > 0);
    hostSocket.socket.emit('public-stream/leave', payload);
    await settle(hostSocket);
    await tick();
    await until('the far one hears of the end', () => far.heard('model-left').length > 0);
  });

  it('can be lost by the host: the show keeps running and waits for them', async () => {
    const { id, payload, hostSocket, viewer } = await begin();
    hostSocket.close();
    await until('the room knows', () => viewer.heard('stream/changed').length > 0);
    expect(viewer.heard('stream/changed')).toMatchObject([{ hostAwaySince: app.clock.now().toISOString() }]);
    const again = await enter(host.token);
    again.socket.emit('public-stream/live', payload);
    await until('the room knows that they are back', () => viewer.heard('stream/changed').length > 1);
    expect(viewer.heard('stream/changed')[1]).toMatchObject({ hostAwaySince: null });
    expect(await readShow(id)).toMatchObject({ state: 'live' });
  });

  it('are removed within ten seconds in every process if their viewer or country is blocked', async () => {
    const { payload, viewer } = await begin();
    const french = await enter((await buildUser(app)).token, secondUrl, { 'cf-ipcountry': 'FR' });
    french.socket.emit('public-stream/join', payload);
    await settle(french);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    const lost = (socket: TestSocket) => socket.heard('stream/access-lost').length > 0;
    await until('both are told', () => lost(viewer) && lost(french), 10_000);
    await app.call('updateStream', { as: host.token, body: { title: 'Not for them' } });
    await tick();
    await settle(viewer, french);
    expect([viewer, french].flatMap((socket) => socket.heard('stream/changed'))).toEqual([]);
    viewer.socket.emit('public-stream/join', payload);
    await settle(viewer);
    expect(viewer.heard('public-room-changed')).toHaveLength(1);
  });
});
