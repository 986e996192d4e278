import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { accept, askForShow, readSeat } from '../../../../tests/factories/seat';
import { prepareShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { connect, listen, settle, until, type TestSocket } from '../../../../tests/harness/socket-client';

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
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(2_000) })]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

async function enter(person: BuiltPerson, at = url, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket = await connect(at, person.token, headers);
  open.push(socket);
  return socket;
}

/** Tests run the ticks themselves. */
async function tick(): Promise<void> {
  for (const { services, clock } of [app, second]) {
    await services.showTick.tick(clock.now());
    await services.seat.tick(clock.now());
  }
}

async function begin() {
  const { conversation } = await prepareShow(app, host, { minutePrice: 2 });
  const [hostSocket, fanSocket] = [await enter(host), await enter(fan, secondUrl)];
  hostSocket.socket.emit('public-stream/live', { conversationId: conversation._id });
  await settle(hostSocket);
  return { hostSocket, fanSocket };
}

const last = (socket: TestSocket) => socket.heard('stream/seat-changed').at(-1);

describe('both sides of a private show', () => {
  it('receive all events, whichever process causes them', async () => {
    const { hostSocket, fanSocket } = await begin();
    const seat = await askForShow(second, fan, host);
    const { streamId, conversationId, sessionId } = seat;
    await settle(fanSocket);
    expect(last(fanSocket)).toMatchObject({ _id: seat._id, state: 'asked' });
    await tick();
    await until('the host hears of the request', () => hostSocket.heard('private-chat-request').length > 0);
    expect(hostSocket.heard('private-chat-request')).toMatchObject([{ streamId, conversationId, price: 2 }]);
    expect(hostSocket.heard('send_notification')).toEqual([]);
    await accept(app, host, seat);
    await tick();
    await until('the fan hears that it was accepted', () => fanSocket.heard('private-chat-accept').length > 0);
    expect(fanSocket.heard('private-chat-accept')).toMatchObject([{ streamId, sessionId, isStreaming: 1, price: 2 }]);
    expect(fanSocket.heard('private-chat-payment-success')).toMatchObject([{ conversation: { _id: conversationId } }]);
    expect(last(fanSocket)).toMatchObject({ state: 'running', minutes: 1, hostAwaySince: expect.any(String) });

    fanSocket.socket.emit('private-stream/join', { conversationId, streamId, sessionId });
    await settle(fanSocket);
    hostSocket.socket.emit('private-stream/join', { conversationId, streamId, sessionId });
    await settle(hostSocket);
    expect(hostSocket.heard('private-stream/streamJoined')).toEqual([{ streamId, conversationId }]);
    expect(hostSocket.heard('private-stream/streamInformationChanged')).toMatchObject([
      { conversationId, total: 1, members: [{ _id: fan.id }] },
    ]);
    await tick();
    await until('the minute runs', () => last(fanSocket)?.hostAwaySince === null);
    expect(last(hostSocket)).toMatchObject({ hostAwaySince: null, earned: 1.6 });
    expect(last(fanSocket)).not.toHaveProperty('earned');

    await app.call('leaveSeat', { as: host.token, params: { id: seat._id } });
    await tick();
    await until('the fan hears of the end', () => fanSocket.heard('model-left').length > 0);
    expect(fanSocket.heard('model-left')).toEqual([{ conversationId, performerId: host.id }]);
    for (const socket of [fanSocket, hostSocket]) {
      expect(last(socket)).toMatchObject({ state: 'ended', endedBy: 'host' });
      expect(socket.heard('private-stream/streamLeaved')).toEqual([{ streamId, conversationId }]);
    }
    expect(hostSocket.heard('model-left')).toEqual([]);
  });

  it('receive the same events for a request that was declined and one that expired', async () => {
    const { hostSocket, fanSocket } = await begin();
    const { streamId, conversationId } = await askForShow(second, fan, host);
    await tick();
    await app.call('declinePrivateChat', { as: host.token, params: { id: conversationId } });
    await tick();
    const next = await askForShow(second, fan, host);
    await tick();
    app.clock.advance({ seconds: 20 });
    await app.services.showPresence.beat();
    app.clock.advance({ seconds: 20 });
    await app.services.showPresence.beat();
    app.clock.advance({ seconds: 20 });
    await tick();
    await settle(hostSocket, fanSocket);
    for (const socket of [hostSocket, fanSocket])
      expect(socket.heard('private-chat-decline')).toEqual([
        { streamId, conversationId },
        { streamId: next.streamId, conversationId: next.conversationId },
      ]);
    expect(last(fanSocket)).toMatchObject({ state: 'expired' });
  });

  it('can leave: the show ends immediately if the host does', async () => {
    const { hostSocket, fanSocket } = await begin();
    const seat = await askForShow(app, fan, host);
    await accept(app, host, seat);
    const { streamId, conversationId } = seat;
    for (const socket of [hostSocket, fanSocket]) {
      socket.socket.emit('private-stream/join', { streamId, conversationId });
      await settle(socket);
    }
    await tick();
    fanSocket.socket.emit('private-stream/leave', { streamId, conversationId });
    await settle(fanSocket);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
    hostSocket.socket.emit('private-stream/leave', { streamId, conversationId });
    await settle(hostSocket);
    await until('it has ended', async () => (await readSeat(app, fan, seat._id)).state === 'ended');
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'host' });
  });

  it('are alone in its room, and the fan is removed within ten seconds if their country is blocked', async () => {
    const { hostSocket } = await begin();
    const seat = await askForShow(app, fan, host);
    const { streamId, conversationId } = seat;
    const french = await enter(fan, secondUrl, { 'cf-ipcountry': 'FR' });
    french.socket.emit('private-stream/join', { streamId, conversationId });
    await settle(french);
    // The request has not been accepted yet.
    expect(french.heard('public-room-changed')).toEqual([]);
    await accept(app, host, seat);
    const stranger = await enter(await buildUser(app));
    for (const { socket } of [hostSocket, french, stranger])
      socket.emit('private-stream/join', { streamId, conversationId });
    await settle(hostSocket, french, stranger);
    expect(stranger.names()).not.toContain('public-room-changed');
    expect(french.heard('public-room-changed')).toHaveLength(1);
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    await until('the place has ended', async () => (await readSeat(app, fan, seat._id)).state === 'ended', 10_000, 100);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'access' });
    expect(french.heard('stream/access-lost')).toEqual([{ streamId, conversationId }]);
  });

  it('can write messages and tip in its chat', async () => {
    await begin();
    const seat = await askForShow(app, fan, host);
    await accept(app, host, seat);
    const params = { id: seat.conversationId };
    const sent = await app.call('sendStreamMessage', { as: fan.token, params, body: { text: 'Hello' } });
    expect(sent.status).toBe(200);
    const tip = { price: 5, conversationId: seat.conversationId, streamType: 'stream_private' };
    expect((await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body: tip })).status).toBe(200);
  });
});

it('the meter runs by itself once it is started', async () => {
  await begin();
  const seat = await askForShow(app, fan, host);
  app.clock.advance({ seconds: 60 });
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = app.services.seat.startTick();
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await stop();
  expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'expired' });
});
