import { eq } from 'drizzle-orm';
import { streams } from '../../../db/schema/streams';
import { follows } from '../../../db/schema/social';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShowChat, readChat, readConversation, type BuiltShow } from '../../../../tests/factories/show-chat';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
let built: BuiltShow;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  host = await buildPerformer(app);
  fan = await buildUser(app);
  built = await buildShowChat(app, host);
  app.events.length = 0;
});

const send = (as: BuiltPerson, body: object, id = built.conversationId) =>
  app.call('sendStreamMessage', { as: as.token, params: { id }, body });
const list = (query = {}, as?: BuiltPerson) =>
  app.call('listPublicStreamMessages', { as: as?.token, params: { id: built.conversationId }, query });
const setRules = (change: Partial<typeof streams.$inferInsert>) =>
  app.context.db.update(streams).set(change).where(eq(streams.id, built.show.id));
const unknown = 'f'.repeat(24);

describe('POST /messages/stream/conversations/:id', () => {
  it('returns the message with its sender, and sends it to the room without the client id', async () => {
    const { data } = await send(fan, { text: '  Good evening  ', clientId: 'one' });
    expect(data).toMatchObject({
      conversationId: built.conversationId,
      senderId: fan.id,
      senderInfo: { _id: fan.id, isPerformer: false },
      type: 'text',
      text: 'Good evening',
      sequence: 1,
      clientId: 'one',
      isDeleted: false,
    });
    expect(app.events).toEqual([
      {
        event: `message_created_conversation_${built.conversationId}`,
        room: built.room,
        payload: expect.objectContaining({ _id: data._id, senderInfo: data.senderInfo, clientId: null }),
      },
    ]);
    expect(await readConversation(app, built.conversationId)).toMatchObject({
      lastMessage: 'Good evening',
      lastSequence: 1,
      lastSenderId: fan.id,
    });
  });

  it('returns the first message for a repeated client id, even with concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send(fan, { text: 'Good evening', clientId: 'one' })),
    );
    expect(new Set(replies.map(({ data }) => data._id)).size).toBe(1);
    expect(await readChat(app, built.conversationId)).toHaveLength(1);
    expect(app.events).toHaveLength(1);
    // Another sender can use the same client id.
    expect((await send(host, { text: 'Hello', clientId: 'one' })).data.sequence).toBe(2);
  });

  it('numbers twenty concurrent messages without a gap', async () => {
    const fans = await Promise.all(Array.from({ length: 20 }, () => buildUser(app)));
    const replies = await Promise.all(
      fans.flatMap((writer, place) => [1, 2].map((n) => send(writer, { text: `${place} ${n}` }))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    expect((await readChat(app, built.conversationId)).map(({ sequence }) => sequence)).toEqual(numbers);
    expect(replies.map(({ data }) => data.sequence ?? 0).toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('rejects anything but text', async () => {
    for (const body of [{}, { text: '' }, { text: '  \n ' }, { fileIds: [unknown] }, { text: 'x'.repeat(2001) }])
      expect((await send(fan, body)).status).toBe(400);
    for (const body of [
      { text: 'Look', fileIds: [unknown] },
      { text: 'Look', type: 'photo' },
    ])
      expect((await send(fan, body)).body.error).toBe('INVALID_OR_MISSING_FILE');
    expect((await send(fan, { text: 'Look', fileIds: [], type: 'text' })).status).toBe(200);
  });

  it('rejects private and unknown conversations, and shows that are not live', async () => {
    await buildSubscription(app, { userId: fan.id, performerId: host.id });
    const opening = { as: fan.token, body: { source: 'performer', sourceId: host.id } };
    const { _id: privateId } = (await app.call('createConversation', opening)).data;
    for (const id of [privateId, unknown]) expect((await send(fan, { text: 'Hi' }, id)).status).toBe(404);
    for (const state of ['prepared', 'ended'] as const) {
      await setRules({ state });
      expect((await send(fan, { text: 'Hi' })).body.error).toBe('STREAM_OFFLINE');
      expect((await send(host, { text: 'Hi' })).body.error).toBe('STREAM_OFFLINE');
    }
    expect(app.events).toEqual([]);
  });

  it('rejects creators without approval', async () => {
    const newcomer = await buildPerformer(app, { verifiedDocument: false });
    expect((await send(newcomer, { text: 'Hi' })).body.error).toBe('DOCUMENTS_NOT_APPROVED');
  });

  it('accepts one of two concurrent messages in slow mode, and returns how long the sender has to wait', async () => {
    await setRules({ slowSeconds: 10 });
    const both = await Promise.all([send(fan, { text: 'one' }), send(fan, { text: 'two' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    app.clock.advance({ seconds: 4 });
    expect((await send(fan, { text: 'three' })).body).toMatchObject({
      error: 'CHAT_TOO_FAST',
      message: 'The chat is in slow mode. You can write again in 6 seconds.',
    });
    // Slow mode applies to each writer separately, and not to the host.
    const other = await buildUser(app);
    for (const writer of [other, host, host]) expect((await send(writer, { text: 'hi' })).status).toBe(200);
    app.clock.advance({ seconds: 6 });
    expect((await send(fan, { text: 'three' })).status).toBe(200);
  });

  it('accepts only the writers that the host chose', async () => {
    await setRules({ chatWriters: 'followers' });
    expect((await send(fan, { text: 'Hi' })).body.error).toBe('CHAT_LIMITED');
    await app.context.db.insert(follows).values({ followerId: fan.id, followingId: host.id });
    expect((await send(fan, { text: 'Hi' })).status).toBe(200);
    await setRules({ chatWriters: 'subscribers' });
    expect((await send(fan, { text: 'Hi' })).body.error).toBe('CHAT_LIMITED');
    await buildSubscription(app, { userId: fan.id, performerId: host.id });
    expect((await send(fan, { text: 'Hi' })).status).toBe(200);
  });

  it('accepts only emoji if the host wants that', async () => {
    await setRules({ isEmoteOnly: true });
    expect((await send(fan, { text: 'Hi 🎉' })).body.error).toBe('CHAT_EMOTES_ONLY');
    expect((await send(fan, { text: '👩‍👩‍👧‍👦 🇵🇹 ❤️' })).data.text).toBe('👩‍👩‍👧‍👦 🇵🇹 ❤️');
    expect((await send(host, { text: 'Hi' })).status).toBe(200);
  });
});

describe('GET /messages/conversations/public/:id', () => {
  it('lists the newest messages first with senders, and ranges of messages', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await send(text === 'two' ? host : fan, { text });
    const { data } = await list();
    expect(data.total).toBe(4);
    expect(data.data.map(({ text }) => text)).toEqual(['four', 'three', 'two', 'one']);
    expect(data.data.map(({ senderInfo }) => senderInfo?._id)).toEqual([fan.id, fan.id, host.id, fan.id]);
    const part = await list({ afterSequence: 1, beforeSequence: 4, limit: 1 });
    expect(part.data).toMatchObject({ total: 2, data: [{ text: 'three' }] });
  });

  it('returns client ids only to their sender, and rejects unknown conversations', async () => {
    await send(fan, { text: 'one', clientId: 'mine' });
    expect((await list({}, fan)).data.data[0]?.clientId).toBe('mine');
    expect((await list()).data.data[0]?.clientId).toBeNull();
    const reply = await app.call('listPublicStreamMessages', { params: { id: unknown } });
    expect(reply.body.error).toBe('ENTITY_NOT_FOUND');
  });
});

describe('GET /conversations/stream', () => {
  it('returns the chat as seen by the viewer', async () => {
    await send(host, { text: 'Welcome' });
    const get = (as: BuiltPerson, id = built.show.id) =>
      app.call('getStreamConversation', { as: as.token, params: { id } });
    expect((await get(fan)).data).toMatchObject({
      _id: built.conversationId,
      type: 'stream_public',
      name: built.show.title,
      recipients: [{ source: 'performer', sourceId: host.id }],
      lastMessage: 'Welcome',
      totalNotSeenMessages: 0,
      isSubscribed: false,
      canWrite: true,
      streamId: built.show.id,
      performerId: host.id,
    });
    await setRules({ chatWriters: 'subscribers' });
    expect((await get(fan)).data.canWrite).toBe(false);
    expect((await get(host)).data).toMatchObject({ isSubscribed: true, canWrite: true });
    expect((await get(fan, unknown)).body.error).toBe('ENTITY_NOT_FOUND');
  });

  it('returns the chat of a creator’s newest started show, even to guests', async () => {
    const get = (id: string) => app.call('getPublicStreamConversation', { params: { id } });
    expect((await get(host.id)).data).toMatchObject({ _id: built.conversationId, canWrite: false });
    await setRules({ state: 'ended' });
    await buildShowChat(app, host, {
      state: 'prepared',
      startedAt: null,
      createdAt: new Date(app.clock.now().getTime() + 1),
    });
    expect((await get(host.id)).data._id).toBe(built.conversationId);
    const shy = await buildPerformer(app);
    await buildShowChat(app, shy, { state: 'prepared', startedAt: null });
    for (const id of [shy.id, fan.id, unknown]) expect((await get(id)).body.error).toBe('ENTITY_NOT_FOUND');
  });
});

describe('private conversations', () => {
  it('do not contain the chats of shows', async () => {
    await send(fan, { text: 'Quokka' });
    for (const as of [fan, host]) {
      const { data } = await app.call('listConversations', { as: as.token });
      expect(data).toMatchObject({ data: [], total: 0 });
      expect((await app.call('countUnread', { as: as.token })).data.total).toBe(0);
      expect((await app.call('searchMessages', { as: as.token, query: { q: 'Quokka' } })).data.total).toBe(0);
      const params = { id: built.conversationId };
      for (const name of ['getConversation', 'listMessages', 'readAllMessages'] as const)
        expect((await app.call(name, { as: as.token, params })).status).toBe(404);
      expect((await app.call('sendMessage', { as: as.token, params, body: { text: 'Hi' } })).status).toBe(404);
    }
    await app.jobs.drain();
    expect(app.mails).toEqual([]);
  });
});
