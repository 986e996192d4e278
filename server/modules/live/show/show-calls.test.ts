import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import {
  buildShow,
  emit,
  freeShow,
  joinRoom,
  listEvents,
  prepareShow,
  tickAfter,
} from '../../../../tests/factories/show';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { performers } from '../../../db/schema/accounts';
import { streams } from '../../../db/schema/streams';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  fan = await buildUser(app, { wallet: cents(10_000) });
});
beforeEach(async () => {
  host = await buildPerformer(app);
});
afterAll(() => app.close());

const start = (body: object, as = host.token) =>
  app.call('startStream', { as, body: { ...freeShow, ...body } as never });

describe('POST /streaming/live', () => {
  it('prepares a show, flat and as members', async () => {
    const { data } = await start({
      audience: 'followers',
      ticketFor: 'others',
      isFree: false,
      price: 12.5,
      minutePrice: 3,
      goal: { text: 'New strings', amount: 50 },
      isRecorded: true,
    });
    expect(data).toMatchObject({
      performerId: host.id,
      performerInfo: { _id: host.id },
      title: 'Evening',
      type: 'public',
      isStreaming: 0,
      streamingTime: 0,
      isFree: false,
      price: 12.5,
      ticketFor: 'others',
      audience: 'followers',
      minutePrice: 3,
      goal: { text: 'New strings', amount: 50, raised: 0 },
      isRecorded: true,
      startedAt: null,
      conversationId: data.conversation._id,
      conversation: { type: 'stream_public', streamId: data._id, performerId: host.id, name: 'Evening' },
      stream: { _id: data._id, sessionId: data.sessionId },
    });
  });

  it('is for subscribers where an old client says nothing more, and for everybody the ticket', async () => {
    const body = { title: 'Old', description: '', isFree: false, price: 4 };
    const { data } = await app.call('startStream', { as: host.token, body });
    expect(data).toMatchObject({ audience: 'subscribers', ticketFor: 'audience', price: 4 });
  });

  it('prepares a group show, whose chat is one of a group', async () => {
    const { data } = await start({ type: 'group', minutePrice: 2, price: 9 });
    expect(data).toMatchObject({ type: 'group', price: null, minutePrice: 2, isFree: false });
    expect(data.conversation.type).toBe('stream_group');
  });

  it('replaces one that was prepared', async () => {
    const first = await prepareShow(app, host);
    const { data } = await start({ title: 'Second' });
    expect(data.sessionId).not.toBe(first.sessionId);
    expect((await app.call('getOwnStream', { as: host.token })).data).toMatchObject({ _id: data._id });
    expect((await app.call('updateLiveStream', { as: host.token, params: { id: first._id }, body: {} })).status).toBe(
      404,
    );
  });

  it.each([
    ['a ticket below the bounds', { isFree: false, price: 0.5 }, 'PRICE_OUT_OF_BOUNDS'],
    ['a ticket above the bounds', { isFree: false, price: 401 }, 'PRICE_OUT_OF_BOUNDS'],
    ['a minute below the bounds', { minutePrice: 0.5 }, 'PRICE_OUT_OF_BOUNDS'],
    ['a minute above the bounds', { minutePrice: 101 }, 'PRICE_OUT_OF_BOUNDS'],
    ['a paid show without a price', { isFree: false }, 'MISSING_REQUIRED_PROPS'],
    ['a group show without its price', { type: 'group' }, 'MISSING_REQUIRED_PROPS'],
  ])('refuses %s', async (_what, body, error) => {
    expect((await start(body)).body.error).toBe(error);
  });

  it('refuses creators whose documents are not approved', async () => {
    const waiting = await buildPerformer(app, { verifiedDocument: false });
    expect((await start({}, waiting.token)).body.error).toBe('DOCUMENTS_NOT_APPROVED');
  });

  it('refuses fans', async () => {
    expect((await start({}, fan.token)).status).toBe(403);
  });

  it('refuses a second one while one is live', async () => {
    await buildShow(app, host);
    expect((await start({})).body.error).toBe('SHOW_RUNNING');
  });

  it('leaves one show open of two that start at once', async () => {
    const replies = await Promise.all([start({}), start({}), start({})]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await app.context.db.select().from(streams).where(eq(streams.performerId, host.id));
    expect(rows.filter(({ state }) => state === 'prepared')).toHaveLength(1);
  });
});

describe('PUT /streaming/live/:id and /streaming/update', () => {
  it('changes what is sent, and tells the room', async () => {
    const show = await buildShow(app, host, { goal: { text: 'Strings', amount: 20 } });
    const params = { id: show._id };
    const body = { title: 'Later', goal: null, chat: { slowSeconds: 10 } };
    const { data } = await app.call('updateLiveStream', { as: host.token, params, body });
    expect(data).toMatchObject({ title: 'Later', description: 'Songs', goal: null, chat: { slowSeconds: 10 } });
    expect(listEvents(app, show.conversationId, 'stream/changed')).toMatchObject([{ title: 'Later' }]);
    const named = await app.call('updateStream', { as: host.token, body: { description: 'More songs' } });
    expect(named.data).toMatchObject({ _id: show._id, title: 'Later', description: 'More songs' });
  });

  it('refuses prices outside of the bounds, and a paid show without one', async () => {
    const { _id: id } = await prepareShow(app, host);
    const change = async (body: object) =>
      (await app.call('updateLiveStream', { as: host.token, params: { id }, body })).body.error;
    expect(await change({ price: 0.2 })).toBe('PRICE_OUT_OF_BOUNDS');
    expect(await change({ isFree: false })).toBe('MISSING_REQUIRED_PROPS');
  });

  it('finds neither shows of others nor those that are over', async () => {
    const { _id: streamId, conversationId, hostSocket } = await buildShow(app, host);
    const other = await buildPerformer(app);
    expect((await app.call('updateStream', { as: other.token, body: { streamId } })).status).toBe(404);
    expect((await app.call('updateStream', { as: other.token, body: {} })).status).toBe(404);
    await emit(app, hostSocket, 'public-stream/leave', conversationId);
    expect((await app.call('updateStream', { as: host.token, body: { streamId } })).status).toBe(404);
  });

  it('pins only what stands in its own chat', async () => {
    const { _id: streamId } = await prepareShow(app, host);
    const body = { streamId, pinnedMessageId: 'a'.repeat(24) };
    expect((await app.call('updateStream', { as: host.token, body })).status).toBe(404);
  });
});

describe('PUT /streaming/set-duration', () => {
  const tell = (streamId: string, duration: number, as = host.token) =>
    app.call('setStreamDuration', { as, body: { streamId, duration } });

  it('only grows, as far as it can be true, and is a sign of the host', async () => {
    const { _id: id, conversationId, hostSocket } = await buildShow(app, host);
    await app.services.showRooms.onDisconnect(hostSocket, host.actor);
    app.clock.advance({ seconds: 30 });
    expect((await tell(id, 20)).data).toEqual({ updated: true });
    await tell(id, 5);
    await tell(id, 2_000_000_000);
    const [row] = await app.context.db.select().from(streams).where(eq(streams.id, id));
    expect(row?.toldSeconds).toBe(30);
    expect(listEvents(app, conversationId, 'stream/changed')).toMatchObject([
      { hostAwaySince: expect.any(String) },
      { hostAwaySince: null },
    ]);
  });

  it('finds no shows of others', async () => {
    const { _id } = await buildShow(app, host);
    expect((await tell(_id, 5, (await buildPerformer(app)).token)).status).toBe(404);
    expect((await tell('a'.repeat(24), 5)).status).toBe(404);
  });
});

describe('GET /streaming/join/:id', () => {
  const join = (id: string, call: { as?: string; headers?: Record<string, string> } = {}) =>
    app.call('joinStream', { params: { id }, ...call });

  it('takes the id or the username of the creator, also from guests', async () => {
    const show = await buildShow(app, host);
    const { data } = await join(host.account.username ?? '', { as: fan.token });
    expect(data).toMatchObject({
      _id: show._id,
      isStreaming: 1,
      hasPurchased: true,
      isSubscribed: false,
      stream: { sessionId: show.sessionId },
      conversation: { _id: show.conversationId, isSubscribed: false },
    });
    expect((await join(host.id)).data).toMatchObject({ _id: show._id, hasPurchased: true });
  });

  it('lets in who has a ticket left to buy, and says so', async () => {
    await buildShow(app, host, { isFree: false, price: 5 });
    expect((await join(host.id, { as: fan.token })).data).toMatchObject({ hasPurchased: false, price: 5 });
    expect((await join(host.id)).data.hasPurchased).toBe(false);
  });

  it('refuses who is outside of the audience', async () => {
    await buildShow(app, host, { audience: 'subscribers' });
    expect((await join(host.id, { as: fan.token })).body).toMatchObject({ statusCode: 403, error: 'NOT_SUBSCRIBED' });
    expect((await join(host.id)).status).toBe(403);
    await app.call('updateStream', { as: host.token, body: { audience: 'followers' } });
    expect((await join(host.id, { as: fan.token })).body.error).toBe('NOT_FOLLOWING');
    await app.call('followPerformer', { as: fan.token, params: { id: host.id } });
    expect((await join(host.id, { as: fan.token })).status).toBe(200);
  });

  it('tells a creator who never had a show from one who is offline', async () => {
    expect((await join(host.id, { as: fan.token })).status).toBe(404);
    await prepareShow(app, host);
    expect((await join(host.id, { as: fan.token })).status).toBe(404);
    const { conversationId, hostSocket } = await buildShow(app, host);
    await emit(app, hostSocket, 'public-stream/leave', conversationId);
    expect((await join(host.id, { as: fan.token })).body).toMatchObject({ statusCode: 422, error: 'STREAM_OFFLINE' });
    await prepareShow(app, host);
    expect((await join(host.id, { as: fan.token })).body.error).toBe('STREAM_OFFLINE');
    expect((await join('nobody-here', { as: fan.token })).status).toBe(404);
  });

  it('is not there for who is blocked, by name or by country, whether live or over', async () => {
    const { conversationId, hostSocket } = await buildShow(app, host);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    const fromFrance = { headers: { 'cf-ipcountry': 'FR' } };
    const listStates = async () => [
      (await join(host.id, { as: fan.token })).status,
      (await join(host.id, fromFrance)).status,
      (await join(host.id, { as: host.token, ...fromFrance })).status,
    ];
    expect(await listStates()).toEqual([404, 404, 200]);
    await emit(app, hostSocket, 'public-stream/leave', conversationId);
    expect(await listStates()).toEqual([404, 404, 422]);
  });
});

describe('GET /streaming/user/search', () => {
  const search = async (query: object = {}, call: { as?: string; headers?: Record<string, string> } = {}) =>
    (await app.call('searchStreams', { query: query as never, ...call })).data;

  it('lists live shows, newest or most watched first, without those of who keeps the caller out', async () => {
    await app.context.db.update(streams).set({ state: 'ended' });
    const shows: string[] = [];
    for (const body of [{}, { isFree: false, price: 5 }, { audience: 'subscribers' }]) {
      app.clock.advance({ seconds: 1 });
      const owner = await buildPerformer(app);
      const show = await buildShow(app, owner, body);
      shows.unshift(show._id);
      if (body.isFree === false) await app.call('blockCountries', { as: owner.token, body: { countryCodes: ['FR'] } });
      if (body.audience === undefined && body.isFree === undefined) await joinRoom(app, fan, show.conversationId);
    }
    const [latest, paid, first] = shows;
    await prepareShow(app, host);
    const ids = async (...asked: Parameters<typeof search>) => (await search(...asked)).data.map(({ _id }) => _id);
    expect(await ids()).toEqual(shows);
    expect((await search()).total).toBe(3);
    expect(await ids({ sort: 'asc' })).toEqual(shows.toReversed());
    expect((await ids({ sortBy: 'members' }))[0]).toBe(first);
    expect(await ids({ isFree: '1' })).toEqual([latest, first]);
    expect(await ids({ isFree: 'false' })).toEqual([paid]);
    expect(await ids({}, { headers: { 'cf-ipcountry': 'FR' } })).toEqual([latest, first]);
    const [{ performerId = '' } = {}] = (await search()).data;
    expect(await ids({ performerId })).toEqual([latest]);
    await app.call('blockUser', { as: (await findToken(performerId)) ?? '', body: { targetId: fan.id } });
    expect(await ids({}, { as: fan.token })).toEqual([paid, first]);
    expect((await search({}, { as: fan.token })).data).toMatchObject([{ hasPurchased: false }, { hasPurchased: true }]);
  });

  const findToken = (id: string) => app.services.session.open(id);
});

describe('the host', () => {
  it('finds the own show again after a reload', async () => {
    expect((await app.call('getOwnStream', { as: host.token })).data).toBeNull();
    const show = await buildShow(app, host);
    const body = { price: 10, conversationId: show.conversationId, streamType: 'stream_public' };
    await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body });
    expect((await app.call('getOwnStream', { as: host.token })).data).toMatchObject({
      _id: show._id,
      isStreaming: 1,
      tips: 10,
      earned: 8,
      conversation: { _id: show.conversationId },
    });
  });

  it('ends a show, and reads what it came to', async () => {
    const show = await buildShow(app, host, { isFree: false, price: 5, goal: { text: 'Strings', amount: 40 } });
    await app.call('buyStream', { as: fan.token, params: { id: show._id }, body: { expectedPrice: 5 } });
    await joinRoom(app, fan, show.conversationId);
    await tickAfter(app, 3);
    const tip = { price: 10, sessionId: show.sessionId, streamType: 'stream_public' };
    await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body: tip });
    const elsewhere = { ...tip, sessionId: 'of-nobody' };
    await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body: elsewhere });
    await app.call('followPerformer', { as: fan.token, params: { id: host.id } });
    await buildSubscription(app, { userId: fan.id, performerId: host.id, createdAt: app.clock.now() });
    for (let seconds = 0; seconds < 600; seconds += 20) {
      await app.services.showPresence.beat();
      app.clock.advance({ seconds: 20 });
    }
    const { data } = await app.call('endStream', { as: host.token, params: { id: show._id } });
    expect(data).toEqual({
      streamId: show._id,
      title: 'Evening',
      startedAt: expect.any(String),
      endedAt: app.clock.now().toISOString(),
      duration: 603,
      viewers: 1,
      peakViewers: 1,
      newFollowers: 1,
      newSubscribers: 1,
      tips: { count: 1, amount: 10 },
      tickets: { count: 1, amount: 5 },
      minutes: { count: 0, amount: 0 },
      commission: 3,
      earned: 12,
      muted: 0,
      banned: 0,
      replayVideoId: null,
    });
    expect((await app.call('endStream', { as: host.token, params: { id: show._id } })).data).toEqual(data);
    expect((await app.call('getStreamSummary', { as: host.token, params: { id: show._id } })).data).toEqual(data);
    const [{ live, streamingStatus, statStreamSeconds } = {}] = await app.context.db
      .select()
      .from(performers)
      .where(eq(performers.id, host.id));
    expect({ live, streamingStatus, statStreamSeconds }).toEqual({
      live: false,
      streamingStatus: 'offline',
      statStreamSeconds: 603,
    });
  });

  it('ends what was only prepared, which was no show', async () => {
    const { _id: id } = await prepareShow(app, host);
    const { data } = await app.call('endStream', { as: host.token, params: { id } });
    expect(data).toMatchObject({ startedAt: null, duration: 0, tips: { count: 0 } });
    expect((await app.call('getOwnStream', { as: host.token })).data).toBeNull();
  });

  it('sees who is there, who paid most first', async () => {
    const show = await buildShow(app, host);
    const rich = await buildUser(app, { wallet: cents(10_000) });
    await joinRoom(app, fan, show.conversationId);
    await joinRoom(app, rich, show.conversationId);
    await joinRoom(app, null, show.conversationId);
    const body = { price: 10, conversationId: show.conversationId, streamType: 'stream_public' };
    await app.call('tipPerformer', { as: rich.token, params: { id: host.id }, body });
    await buildSubscription(app, { userId: fan.id, performerId: host.id });
    const list = (query: object = {}) =>
      app.call('listStreamViewers', { as: host.token, params: { id: show._id }, query: query as never });
    expect((await list()).data).toMatchObject({
      total: 2,
      data: [
        { user: { _id: rich.id }, spent: 10, isMuted: false, isSubscribed: false },
        { user: { _id: fan.id }, spent: 0, isSubscribed: true },
      ],
    });
    expect((await list({ sort: 'asc', limit: 1 })).data).toMatchObject({ total: 2, data: [{ user: { _id: fan.id } }] });
    app.clock.advance({ seconds: 26 });
    expect((await list()).data).toEqual({ data: [], total: 0 });
  });

  it('is the only one who may', async () => {
    const { _id: id } = await buildShow(app, host);
    const other = await buildPerformer(app);
    for (const name of ['endStream', 'getStreamSummary', 'listStreamViewers'] as const) {
      expect((await app.call(name, { as: other.token, params: { id } })).status).toBe(404);
      expect((await app.call(name, { as: fan.token, params: { id } })).status).toBe(403);
      expect((await app.call(name, { as: host.token, params: { id: 'a'.repeat(24) } })).status).toBe(404);
    }
    expect((await app.call('getOwnStream', { as: fan.token })).status).toBe(403);
  });
});
