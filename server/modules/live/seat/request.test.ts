import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import {
  accept,
  askForShow,
  buildOpenShow,
  buildPrivateShow,
  listSeats,
  readSeat,
  tickShows,
} from '../../../../tests/factories/seat';
import { buildShow, emit, listEvents, prepareShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';
import { accounts, performers } from '../../../db/schema/accounts';
import { disputes } from '../../../db/schema/disputes';
import { streams } from '../../../db/schema/streams';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(2_000) })]);
});
// The tests insert disputes without ledger transfers.
afterEach(() => app.context.db.delete(disputes));
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

const ask = (body: object = {}, as = fan.token, headers: Record<string, string> = {}) =>
  app.call('requestPrivateChat', { as, params: { id: host.id }, body, headers });
const decline = (as: BuiltPerson, { conversationId: id }: { conversationId: string }) =>
  app.call('declinePrivateChat', { as: as.token, params: { id } });
const readWallet = async () => (await app.services.wallet.balances(fan.id)).wallet;
const readStream = async (id: string) => (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0];
const readHost = async () =>
  (await app.context.db.select().from(performers).where(eq(performers.id, host.id)))[0] ?? null;
const setFan = (values: Partial<typeof accounts.$inferInsert>) =>
  app.context.db.update(accounts).set(values).where(eq(accounts.id, fan.id));
const notified = async ({ token }: BuiltPerson) =>
  (await app.call('listNotifications', { as: token, query: { type: 'stream' } })).data.data;

describe('POST /streaming/private-chat/:id', () => {
  it('sends the host a request at the price that the fan saw, and charges nothing', async () => {
    await buildOpenShow(app, host);
    const { data } = await ask({ price: 2, userNote: 'In D minor' });
    expect(data).toEqual({
      conversation: expect.objectContaining({ type: 'stream_private', streamId: data.streamId }),
      sessionId: expect.any(String),
      price: 2,
      streamId: data.streamId,
    });
    const conversationId = data.conversation._id;
    expect(await readStream(data.streamId)).toMatchObject({ type: 'private', state: 'prepared', minutePrice: 200 });
    expect(listEvents(app, `account:${host.id}`, 'private-chat-request')).toEqual([
      {
        user: expect.objectContaining({ _id: fan.id }),
        streamId: data.streamId,
        conversationId,
        price: 2,
        userNote: 'In D minor',
        createdAt: expect.any(String),
      },
    ]);
    const [seat] = await listSeats(app, fan);
    expect(seat).toMatchObject({
      state: 'asked',
      note: 'In D minor',
      price: 2,
      minutes: 0,
      cost: 0,
      answerBy: new Date(app.clock.now().getTime() + 60_000).toISOString(),
      performer: { _id: host.id },
    });
    expect(seat).not.toHaveProperty('earned');
    expect(await listSeats(app, host)).toMatchObject([{ _id: seat?._id, user: { _id: fan.id }, earned: 0 }]);
    for (const { id } of [fan, host])
      expect(listEvents(app, `account:${id}`, 'stream/seat-changed')).toMatchObject([{ state: 'asked' }]);
    expect(await notified(host)).toMatchObject([
      {
        action: 'private-requested',
        message: `${fan.account.name} asks for a private show, $2.00 a minute: “In D minor”`,
      },
    ]);
    expect(await readWallet()).toBe(2_000);
  });

  it('returns the pending request if repeated, from any tab', async () => {
    await buildOpenShow(app, host);
    const [first, again] = [await ask(), await ask()];
    expect(again.data).toEqual(first.data);
    expect(await notified(host)).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, number, string]>([
    ['a creator who was never live', async () => undefined, 404, 'ENTITY_NOT_FOUND'],
    ['a show that is only prepared', () => prepareShow(app, host, { minutePrice: 2 }), 404, 'ENTITY_NOT_FOUND'],
    ['a show without a price per minute', () => buildShow(app, host), 422, 'STREAM_OFFLINE'],
    ['a group show', () => buildShow(app, host, { type: 'group', minutePrice: 2 }), 422, 'STREAM_OFFLINE'],
    [
      'an ended show',
      async () => {
        const { hostSocket, conversationId } = await buildOpenShow(app, host);
        await emit(app, hostSocket, 'public-stream/leave', conversationId);
      },
      422,
      'STREAM_OFFLINE',
    ],
    ['a show for subscribers', () => buildOpenShow(app, host, 2, { audience: 'subscribers' }), 403, 'NOT_SUBSCRIBED'],
    ['a show for followers', () => buildOpenShow(app, host, 2, { audience: 'followers' }), 403, 'NOT_FOLLOWING'],
    [
      'a host who removed the fan',
      async () => {
        const { _id: id } = await buildOpenShow(app, host);
        const body = { userId: fan.id, kind: 'ban' };
        await app.call('restrictViewer', { as: host.token, params: { id }, body });
      },
      403,
      'REMOVED_FROM_SHOW',
    ],
    [
      'a host who blocks the fan',
      async () => {
        await buildOpenShow(app, host);
        await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
      },
      404,
      'ENTITY_NOT_FOUND',
    ],
    ['a changed price', () => buildOpenShow(app, host, 3), 409, 'PRICE_CHANGED'],
    [
      'a wallet with too little for a minute',
      async () => {
        fan = await buildUser(app, { wallet: cents(199) });
        await buildOpenShow(app, host);
      },
      422,
      'NOT_ENOUGH_BALANCE',
    ],
    [
      'a spending limit below a minute',
      async () => {
        await app.call('setSpendingLimit', { as: fan.token, body: { limit: 1 } });
        await buildOpenShow(app, host);
      },
      422,
      'SPENDING_LIMIT_REACHED',
    ],
    [
      'a fan who did not declare their age',
      async () => {
        await setFan({ ageDeclaredAt: null, isWithoutForm: true });
        await buildOpenShow(app, host);
      },
      403,
      'AGE_NOT_DECLARED',
    ],
    [
      'a fan with an open card dispute',
      async () => {
        await buildOpenShow(app, host);
        await openDispute();
      },
      403,
      'PAYMENTS_PAUSED',
    ],
    [
      'a fan with a request to another host',
      async () => {
        await buildOpenShow(app, host);
        const other = await buildPerformer(app);
        await buildOpenShow(app, other);
        await askForShow(app, fan, other);
      },
      409,
      'SHOW_RUNNING',
    ],
    ['a fan who is in a private show', async () => void (await buildPrivateShow(app, fan, host)), 409, 'SHOW_RUNNING'],
  ])('rejects %s', async (_what, prepare, status, error) => {
    await prepare();
    const before = (await listSeats(app, fan)).length;
    const wallet = await readWallet();
    const { body } = await ask({ price: 2 });
    expect(body).toMatchObject({ statusCode: status, error });
    expect(await listSeats(app, fan)).toHaveLength(before);
    expect(await readWallet()).toBe(wallet);
  });

  it('returns 404 for a country that the host blocks', async () => {
    await buildOpenShow(app, host);
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    expect((await ask({}, fan.token, { 'cf-ipcountry': 'FR' })).status).toBe(404);
    expect((await ask({}, fan.token, { 'cf-ipcountry': 'PT' })).status).toBe(200);
  });

  it('requires no ticket, because a private show is paid separately', async () => {
    await buildOpenShow(app, host, 2, { isFree: false, price: 5 });
    expect((await ask({ price: 2 })).status).toBe(200);
  });

  async function openDispute(): Promise<void> {
    const { token: cardId } = await buildCard(app, fan);
    const { data } = await app.call('topUpWallet', { as: fan.token, body: { amount: 10, cardId } });
    const paymentId = '_id' in data ? data._id : '';
    await app.context.db
      .insert(disputes)
      .values({ paymentId, userId: fan.id, status: 'open', gatewayId: `of-${fan.id}`, amount: cents(1_000) });
  }
});

describe('GET /streaming/private-chat/:id', () => {
  it('starts the show and charges its first minute, as does POST', async () => {
    const { _id: publicId } = await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    const { data } = await accept(app, host, seat);
    expect(data).toMatchObject({
      conversation: { _id: seat.conversationId },
      isStreaming: 1,
      price: 2,
      sessionId: seat.sessionId,
      user: { _id: fan.id },
    });
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running', minutes: 1, cost: 2 });
    expect(await readSeat(app, host, seat._id)).toMatchObject({ earned: 1.6 });
    expect(await readWallet()).toBe(1_800);
    expect(await readHost()).toMatchObject({ live: true, streamingStatus: 'private' });
    expect(await readStream(publicId)).toMatchObject({ state: 'live' });
    for (const { id } of [fan, host]) {
      const of = (event: string) => listEvents(app, `account:${id}`, event);
      expect(of('private-chat-accept')).toMatchObject([{ isStreaming: 1, streamId: seat.streamId }]);
      expect(of('private-chat-payment-success')).toMatchObject([{ conversation: { _id: seat.conversationId } }]);
      expect(of('stream/seat-changed').at(-1)).toMatchObject({ state: 'running', minutes: 1 });
    }
    expect(await notified(fan)).toMatchObject([
      { action: 'private-accepted', reference: { username: host.account.username } },
    ]);
    // The request has been answered, so its notification was withdrawn, also from pages that show it.
    expect(await notified(host)).toEqual([]);
    expect(listEvents(app, `account:${host.id}`, 'notification_withdrawn')).toEqual([
      { ids: [expect.any(String)], totalUnread: 0 },
    ]);
    const again = await app.http.inject({
      method: 'POST',
      url: `/streaming/private-chat/${seat.conversationId}/accept`,
      headers: { authorization: host.token },
    });
    expect(again.statusCode).toBe(200);
    expect(await readWallet()).toBe(1_800);
  });

  it('returns success to an old client that charges by itself, without charging anything', async () => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    const pay = () => app.call('buyStream', { as: fan.token, params: { id: seat.streamId }, body: {} });
    expect((await pay()).status).toBe(404);
    await accept(app, host, seat);
    for (let minute = 0; minute < 3; minute += 1) expect((await pay()).data).toEqual({ success: true });
    expect(await readWallet()).toBe(1_800);
  });

  it.each<[string, () => Promise<unknown>, number, string]>([
    ['after it expired', async () => app.clock.advance({ seconds: 60 }), 409, 'REQUEST_OVER'],
    ['after it was withdrawn', async () => decline(fan, await open()), 409, 'REQUEST_OVER'],
    ['after the public show ended', () => endPublicShow(), 409, 'REQUEST_OVER'],
    [
      'during another private show',
      async () => {
        const other = await buildUser(app, { wallet: cents(2_000) });
        await accept(app, host, await askForShow(app, other, host));
      },
      409,
      'SHOW_RUNNING',
    ],
  ])('rejects a request %s', async (_when, prepare, status, error) => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    await prepare();
    const { body } = await accept(app, host, seat);
    expect(body).toMatchObject({ statusCode: status, error });
    expect(await readWallet()).toBe(2_000);
    expect(await readStream(seat.streamId)).toMatchObject({ startedAt: null });
  });

  it.each<[string, () => Promise<unknown>, string, string]>([
    ['whose wallet is empty', () => spendAll(), 'NOT_ENOUGH_BALANCE', 'wallet'],
    [
      'whose limit is reached',
      () => app.call('setSpendingLimit', { as: fan.token, body: { limit: 1 } }),
      'NOT_ENOUGH_BALANCE',
      'limit',
    ],
    [
      'whom the host blocked',
      () => app.call('blockUser', { as: host.token, body: { targetId: fan.id } }),
      'REQUEST_OVER',
      'access',
    ],
  ])('ends the request of a fan %s', async (_who, prepare, error, endedBy) => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    await prepare();
    const wallet = await readWallet();
    expect((await accept(app, host, seat)).body.error).toBe(error);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'ended', endedBy, minutes: 0 });
    expect(await readStream(seat.streamId)).toMatchObject({ state: 'ended', startedAt: null });
    expect(await readHost()).toMatchObject({ streamingStatus: 'public' });
    expect(listEvents(app, `account:${fan.id}`, 'private-chat-decline')).toHaveLength(1);
    expect(await readWallet()).toBe(wallet);
    expect((await accept(app, host, seat)).body.error).toBe('REQUEST_OVER');
  });

  it('does not happen by a socket event alone', async () => {
    const { hostSocket } = await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    await emit(app, hostSocket, 'public-stream/live', seat.conversationId);
    expect(await readStream(seat.streamId)).toMatchObject({ state: 'prepared' });
  });

  const open = async () => {
    const [seat] = await listSeats(app, fan);
    if (!seat) throw new Error('no request');
    return seat;
  };
  async function endPublicShow(): Promise<void> {
    const { data } = await app.call('getOwnStream', { as: host.token });
    await app.call('endStream', { as: host.token, params: { id: data?._id ?? '' } });
    expect(await listSeats(app, fan)).toEqual([]);
  }
  async function spendAll(): Promise<void> {
    const other = await buildPerformer(app);
    await app.call('tipPerformer', { as: fan.token, params: { id: other.id }, body: { price: 19 } });
  }
});

describe('POST /streaming/private-chat/:id/decline', () => {
  it.each([
    ['its host', 'declined'],
    ['its fan', 'withdrawn'],
  ])('lets %s end a request, once', async (_who, state) => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    const as = state === 'declined' ? host : fan;
    expect((await decline(as, seat)).data).toEqual({ declined: true });
    expect((await decline(as, seat)).data).toEqual({ declined: true });
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state, endedAt: app.clock.now().toISOString() });
    expect(await readStream(seat.streamId)).toMatchObject({ state: 'ended' });
    for (const { id } of [fan, host])
      expect(listEvents(app, `account:${id}`, 'private-chat-decline')).toEqual([
        { streamId: seat.streamId, conversationId: seat.conversationId },
      ]);
    expect(await notified(host)).toEqual([]);
    expect((await notified(fan)).map(({ action }) => action)).toEqual(state === 'declined' ? ['private-declined'] : []);
    // The fan can send another request.
    await askForShow(app, fan, host);
  });

  it('is rejected once the show runs', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    for (const who of [fan, host]) expect((await decline(who, seat)).body.error).toBe('REQUEST_OVER');
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
  });
});

// Promises M-6.
describe('a request that nobody answers', () => {
  it('expires after a minute', async () => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    app.clock.advance({ seconds: 59 });
    await tickShows(app);
    expect(await listSeats(app, fan)).toHaveLength(1);
    app.clock.advance({ seconds: 1 });
    await app.services.seat.tick(app.clock.now());
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'expired' });
    expect(await listSeats(app, fan)).toEqual([]);
    expect(listEvents(app, `account:${fan.id}`, 'private-chat-decline')).toHaveLength(1);
    expect(await readWallet()).toBe(2_000);
  });
});

describe('seats of other accounts', () => {
  it('return 404 for fans, hosts and operators', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    const [other, otherHost] = await Promise.all([buildUser(app), buildPerformer(app)]);
    const call = (name: EndpointName, input: TestCall) => app.call(name, input);
    for (const { token: as } of [other, otherHost]) {
      expect((await call('getSeat', { as, params: { id: seat._id } })).status).toBe(404);
      expect((await call('leaveSeat', { as, params: { id: seat._id } })).status).toBe(404);
      expect((await call('declinePrivateChat', { as, params: { id: seat.conversationId } })).status).toBe(404);
      expect((await call('listSeats', { as })).data).toEqual({ data: [] });
    }
    expect((await accept(app, otherHost, seat)).status).toBe(404);
    expect((await accept(app, host, { conversationId: 'a'.repeat(24) })).status).toBe(404);
    expect((await accept(app, fan, seat)).status).toBe(403);
    expect((await ask({}, host.token)).status).toBe(403);
  });

  it('belong to private shows that cannot be entered, found or read', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    const other = await buildUser(app);
    const read = (as: string) =>
      app.call('listPublicStreamMessages', { as, params: { id: seat.conversationId }, query: {} });
    expect((await read(fan.token)).status).toBe(200);
    expect((await read(other.token)).status).toBe(404);
    expect((await app.call('searchStreams', { as: other.token })).data.data.map(({ type }) => type)).not.toContain(
      'private',
    );
    const { data } = await app.call('joinStream', { as: other.token, params: { id: host.id } });
    expect(data.type).toBe('public');
    await app.call('leaveSeat', { as: fan.token, params: { id: seat._id } });
    expect((await read(fan.token)).status).toBe(404);
  });
});
