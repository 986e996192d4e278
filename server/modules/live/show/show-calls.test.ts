import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShow, emit, freeShow, listEvents, prepareShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
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

const start = (body: object, as = host.token) => app.call('startStream', { as, body: { ...freeShow, ...body } });

describe('POST /streaming/live', () => {
  it('prepares a show and returns its fields both flat and nested', async () => {
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

  it('opens the show to subscribers if an old client sends no audience, and requires a ticket from all', async () => {
    const body = { title: 'Old', description: '', isFree: false, price: 4 };
    const { data } = await app.call('startStream', { as: host.token, body });
    expect(data).toMatchObject({ audience: 'subscribers', ticketFor: 'audience', price: 4 });
  });

  it('prepares a group show with a group chat', async () => {
    const { data } = await start({ type: 'group', minutePrice: 2, price: 9 });
    expect(data).toMatchObject({ type: 'group', price: null, minutePrice: 2, isFree: false });
    expect(data.conversation.type).toBe('stream_group');
  });

  it('replaces a prepared show', async () => {
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
  ])('rejects %s', async (_what, body, error) => {
    expect((await start(body)).body.error).toBe(error);
  });

  it('rejects creators without approval', async () => {
    const waiting = await buildPerformer(app, { verifiedDocument: false });
    expect((await start({}, waiting.token)).body.error).toBe('DOCUMENTS_NOT_APPROVED');
  });

  it('rejects fans', async () => {
    expect((await start({}, fan.token)).status).toBe(403);
  });

  it('rejects a second show while one is live', async () => {
    await buildShow(app, host);
    expect((await start({})).body.error).toBe('SHOW_RUNNING');
  });

  it('leaves one prepared show if several are prepared concurrently', async () => {
    const replies = await Promise.all([start({}), start({}), start({})]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await app.context.db.select().from(streams).where(eq(streams.performerId, host.id));
    expect(rows.filter(({ state }) => state === 'prepared')).toHaveLength(1);
  });
});

describe('PUT /streaming/live/:id and /streaming/update', () => {
  it('change the fields that are sent, and notify the room', async () => {
    const show = await buildShow(app, host, { goal: { text: 'Strings', amount: 20 } });
    const params = { id: show._id };
    const body = { title: 'Later', goal: null, chat: { slowSeconds: 10 } };
    const { data } = await app.call('updateLiveStream', { as: host.token, params, body });
    expect(data).toMatchObject({ title: 'Later', description: 'Songs', goal: null, chat: { slowSeconds: 10 } });
    expect(listEvents(app, show.conversationId, 'stream/changed')).toMatchObject([{ title: 'Later' }]);
    const named = await app.call('updateStream', { as: host.token, body: { description: 'More songs' } });
    expect(named.data).toMatchObject({ _id: show._id, title: 'Later', description: 'More songs' });
  });

  it('reject prices out of bounds, and a paid show without a price', async () => {
    const { _id: id } = await prepareShow(app, host);
    const change = async (body: object) =>
      (await app.call('updateLiveStream', { as: host.token, params: { id }, body })).body.error;
    expect(await change({ price: 0.2 })).toBe('PRICE_OUT_OF_BOUNDS');
    expect(await change({ isFree: false })).toBe('MISSING_REQUIRED_PROPS');
  });

  it('return 404 for shows of other creators and ended shows', async () => {
    const { _id: streamId, conversationId, hostSocket } = await buildShow(app, host);
    const other = await buildPerformer(app);
    expect((await app.call('updateStream', { as: other.token, body: { streamId } })).status).toBe(404);
    expect((await app.call('updateStream', { as: other.token, body: {} })).status).toBe(404);
    await emit(app, hostSocket, 'public-stream/leave', conversationId);
    expect((await app.call('updateStream', { as: host.token, body: { streamId } })).status).toBe(404);
  });

  it('pin only messages in the chat of the show', async () => {
    const { _id: streamId } = await prepareShow(app, host);
    const body = { streamId, pinnedMessageId: 'a'.repeat(24) };
    expect((await app.call('updateStream', { as: host.token, body })).status).toBe(404);
  });
});

describe('PUT /streaming/set-duration', () => {
  const tell = (streamId: string, duration: number, as = host.token) =>
    app.call('setStreamDuration', { as, body: { streamId, duration } });

  it('only increases the duration, up to the elapsed time, and is a heartbeat of the host', async () => {
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

  it('returns 404 for shows of other creators', async () => {
    const { _id } = await buildShow(app, host);
    expect((await tell(_id, 5, (await buildPerformer(app)).token)).status).toBe(404);
    expect((await tell('a'.repeat(24), 5)).status).toBe(404);
  });
});
