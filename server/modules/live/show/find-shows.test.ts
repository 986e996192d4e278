import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShow, emit, joinRoom, prepareShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { streamRestrictions, streams } from '../../../db/schema/streams';

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

describe('GET /streaming/join/:id', () => {
  const join = (id: string, call: { as?: string; headers?: Record<string, string> } = {}) =>
    app.call('joinStream', { params: { id }, ...call });

  it('accepts the id or username of the creator, even from guests', async () => {
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

  it('returns the show to viewers who still need a ticket, and says so', async () => {
    await buildShow(app, host, { isFree: false, price: 5 });
    expect((await join(host.id, { as: fan.token })).data).toMatchObject({ hasPurchased: false, price: 5 });
    expect((await join(host.id)).data.hasPurchased).toBe(false);
  });

  it('rejects viewers outside the audience', async () => {
    await buildShow(app, host, { audience: 'subscribers' });
    expect((await join(host.id, { as: fan.token })).body).toMatchObject({ statusCode: 403, error: 'NOT_SUBSCRIBED' });
    expect((await join(host.id)).status).toBe(403);
    await app.call('updateStream', { as: host.token, body: { audience: 'followers' } });
    expect((await join(host.id, { as: fan.token })).body.error).toBe('NOT_FOLLOWING');
    await app.call('followPerformer', { as: fan.token, params: { id: host.id } });
    expect((await join(host.id, { as: fan.token })).status).toBe(200);
  });

  it('rejects viewers who were removed from the show', async () => {
    const { _id: streamId } = await buildShow(app, host);
    await app.context.db.insert(streamRestrictions).values({ streamId, accountId: fan.id, kind: 'ban' });
    expect((await join(host.id, { as: fan.token })).body).toMatchObject({
      statusCode: 403,
      error: 'REMOVED_FROM_SHOW',
    });
    await app.context.db.update(streamRestrictions).set({ kind: 'mute' });
    expect((await join(host.id, { as: fan.token })).status).toBe(200);
  });

  it('distinguishes a creator without shows from one who is offline', async () => {
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

  it('returns 404 to blocked viewers and from blocked countries, whether the show is live or has ended', async () => {
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

  it('lists live shows, newest or most watched first, but not those of creators who block the viewer', async () => {
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
    const [{ performerId } = { performerId: '' }] = (await search()).data;
    expect(await ids({ performerId })).toEqual([latest]);
    await app.call('blockUser', { as: (await findToken(performerId)) ?? '', body: { targetId: fan.id } });
    expect(await ids({}, { as: fan.token })).toEqual([paid, first]);
    expect((await search({}, { as: fan.token })).data).toMatchObject([{ hasPurchased: false }, { hasPurchased: true }]);
  });

  const findToken = (id: string) => app.services.session.open(id);
});
