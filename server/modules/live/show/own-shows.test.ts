import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShow, joinRoom, prepareShow, tickAfter } from '../../../../tests/factories/show';
import { buildPrivateShow } from '../../../../tests/factories/seat';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { performers } from '../../../db/schema/accounts';

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

describe('the host', () => {
  it('can find their own show again after a reload', async () => {
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

  it('can end a show and get its summary', async () => {
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
      refundedTickets: { count: 0, amount: 0 },
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

  it('can end a prepared show, which then does not count as a show', async () => {
    const { _id: id } = await prepareShow(app, host);
    const { data } = await app.call('endStream', { as: host.token, params: { id } });
    expect(data).toMatchObject({ startedAt: null, duration: 0, tips: { count: 0 } });
    expect((await app.call('getOwnStream', { as: host.token })).data).toBeNull();
  });

  it('can list present viewers, those who paid most first', async () => {
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

  it('counts private minutes as spent in the public show that they interrupted', async () => {
    const payer = await buildUser(app, { wallet: cents(10_000) });
    const { show } = await buildPrivateShow(app, payer, host);
    await joinRoom(app, payer, show.conversationId);
    const { data } = await app.call('listStreamViewers', { as: host.token, params: { id: show._id } });
    expect(data.data).toContainEqual(expect.objectContaining({ spent: 2 }));
  });

  it('is the only account that can end it, and get its summary and viewers', async () => {
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
