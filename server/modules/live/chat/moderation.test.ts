import { eq } from 'drizzle-orm';
import { streamRestrictions, streams } from '../../../db/schema/streams';
import { inTransaction } from '../../../db/transaction';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShowChat, readConversation, type BuiltShow } from '../../../../tests/factories/show-chat';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let host: BuiltPerformer;
let other: BuiltPerformer;
let fan: BuiltPerson;
let admin: BuiltPerson;
let built: BuiltShow;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  host = await buildPerformer(app);
  other = await buildPerformer(app);
  fan = await buildUser(app);
  admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
  built = await buildShowChat(app, host);
  app.events.length = 0;
});

const send = (as: BuiltPerson, text: string) =>
  app.call('sendStreamMessage', { as: as.token, params: { id: built.conversationId }, body: { text } });
const list = async () => (await app.call('listPublicStreamMessages', { params: { id: built.conversationId } })).data;
const named = (event: string) => app.events.filter((one) => one.event === event);
const findShow = async () => {
  const [show] = await app.context.db.select().from(streams).where(eq(streams.id, built.show.id));
  if (!show) throw new Error('show not found');
  return show;
};
const pin = (pinnedMessageId: string) =>
  app.context.db.update(streams).set({ pinnedMessageId }).where(eq(streams.id, built.show.id));
const unknown = 'f'.repeat(24);

describe('PUT /conversations/:id/update', () => {
  const rename = (as: BuiltPerson, name: string, id = built.conversationId) =>
    app.call('renameConversation', { as: as.token, params: { id }, body: { name } });

  it('renames the chat of the host’s own show and notifies its room', async () => {
    expect((await rename(host, 'Late glazing')).data).toMatchObject({
      _id: built.conversationId,
      name: 'Late glazing',
    });
    expect(app.events).toEqual([
      {
        event: 'change-stream-info',
        room: built.room,
        payload: { conversation: expect.objectContaining({ _id: built.conversationId, name: 'Late glazing' }) },
      },
    ]);
    // Permissions of a single viewer are not sent to the room.
    expect(app.events[0]?.payload).not.toHaveProperty('conversation.canWrite');
  });

  it('rejects other creators’ shows, unknown shows and empty names', async () => {
    expect((await rename(other, 'Mine')).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await rename(host, 'Mine', unknown)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await rename(host, ' ')).status).toBe(400);
    expect((await readConversation(app, built.conversationId)).name).toBe(built.show.title);
    expect(app.events).toEqual([]);
  });
});

describe('DELETE /messages/:id in a show', () => {
  const remove = (as: BuiltPerson, id: string) => app.call('deleteMessage', { as: as.token, params: { id } });

  it.each(['sender', 'host', 'admin'] as const)(
    'empties a message for its %s and notifies the room once',
    async (who) => {
      const { data: message } = await send(fan, 'oops');
      const as = { sender: fan, host, admin }[who];
      const gone = { _id: message._id, isDeleted: true, text: 'Message deleted', senderInfo: { _id: fan.id } };
      expect((await remove(as, message._id)).data).toMatchObject(gone);
      expect((await remove(as, message._id)).data).toMatchObject(gone);
      const told = named(`message_deleted_conversation_${built.conversationId}`);
      expect(told).toMatchObject([{ room: built.room, payload: gone }]);
      expect((await list()).data).toMatchObject([gone]);
      expect((await readConversation(app, built.conversationId)).lastMessage).toBe('Message deleted');
    },
  );

  it('rejects other viewers, and hides the message from those who cannot enter', async () => {
    const { data: message } = await send(fan, 'mine');
    const stranger = await buildUser(app);
    expect((await remove(stranger, message._id)).body.error).toBe('FORBIDDEN');
    await app.context.db.update(streams).set({ audience: 'subscribers' }).where(eq(streams.id, built.show.id));
    expect((await remove(stranger, message._id)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await remove(stranger, unknown)).body.error).toBe('ENTITY_NOT_FOUND');
    // The sender can still delete it after losing access to the show.
    expect((await remove(fan, message._id)).status).toBe(200);
  });

  it('unpins the message and emits showChanged', async () => {
    const { data: message } = await send(host, 'The rules');
    await pin(message._id);
    const changes: string[] = [];
    app.context.events.on('showChanged', async (_tx, { streamId }) => void changes.push(streamId));
    await remove(host, message._id);
    expect(await findShow()).toMatchObject({ pinnedMessageId: null });
    expect(changes).toEqual([built.show.id]);
  });
});

describe('DELETE /messages/:id/remove-all-message', () => {
  const clear = (as: BuiltPerson, id = built.conversationId) =>
    app.call('removeAllMessages', { as: as.token, params: { id } });

  it('hides all messages so far from everyone, continues the numbering, and notifies the room', async () => {
    await send(fan, 'one');
    const { data: pinned } = await send(host, 'two');
    await pin(pinned._id);
    app.events.length = 0;
    expect((await clear(host)).data).toEqual({ success: true });
    expect(app.events.filter(({ event }) => event.startsWith('clear_all'))).toEqual([
      { event: `clear_all_messages_${built.conversationId}`, room: built.room, payload: undefined },
    ]);
    expect(await list()).toEqual({ data: [], total: 0 });
    expect(await findShow()).toMatchObject({ pinnedMessageId: null });
    expect((await readConversation(app, built.conversationId)).lastMessage).toBe('');
    expect((await send(fan, 'three')).data.sequence).toBe(3);
    expect(await list()).toMatchObject({ data: [{ text: 'three' }], total: 1 });
    const earlier = { params: { id: built.conversationId }, query: { afterSequence: 0, beforeSequence: 3 } };
    expect((await app.call('listPublicStreamMessages', earlier)).data).toEqual({ data: [], total: 0 });
  });

  it('rejects other creators’ shows and unknown shows', async () => {
    await send(fan, 'one');
    expect((await clear(other)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await clear(host, unknown)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await list()).total).toBe(1);
  });
});

describe('a pinned message', () => {
  const check = (streamId: string, messageId: string) =>
    inTransaction(app.context.db, (tx) => app.services.chat.checkPinnable(tx, streamId, messageId));

  it('must be visible in the chat of the show', async () => {
    const { data: message } = await send(fan, 'The best');
    await expect(check(built.show.id, message._id)).resolves.toBeUndefined();
    const elsewhere = await buildShowChat(app, other);
    await expect(check(elsewhere.show.id, message._id)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(check(built.show.id, unknown)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await app.call('removeAllMessages', { as: host.token, params: { id: built.conversationId } });
    await expect(check(built.show.id, message._id)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    const { data: later } = await send(fan, 'Another');
    await app.call('deleteMessage', { as: fan.token, params: { id: later._id } });
    await expect(check(built.show.id, later._id)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
  });

  it('is returned with its sender until it is deleted', async () => {
    const [{ data: one }, { data: two }] = [await send(fan, 'one'), await send(host, 'two')];
    await app.call('deleteMessage', { as: host.token, params: { id: two._id } });
    const pinned = await app.services.chat.readPinned([one._id, two._id, unknown]);
    expect([...pinned.keys()]).toEqual([one._id]);
    expect(pinned.get(one._id)).toMatchObject({ text: 'one', senderInfo: { _id: fan.id } });
  });
});

describe('restrictions', () => {
  const restrict = (body: object, as: BuiltPerson = host, id = built.show.id) =>
    app.call('restrictViewer', { as: as.token, params: { id }, body });
  const lift = (userId: string, as: BuiltPerson = host, id = built.show.id) =>
    app.call('liftRestriction', { as: as.token, params: { id, userId } });
  const readAll = () =>
    app.context.db.select().from(streamRestrictions).where(eq(streamRestrictions.streamId, built.show.id));

  it('mute a viewer for some minutes, or until the show ends', async () => {
    expect((await restrict({ userId: fan.id, kind: 'mute', minutes: 5 })).data).toEqual({ success: true });
    expect((await send(fan, 'Hi')).body.error).toBe('CHAT_MUTED');
    app.clock.advance({ minutes: 5 });
    expect((await send(fan, 'Hi')).status).toBe(200);
    await restrict({ userId: fan.id, kind: 'mute' });
    app.clock.advance({ hours: 3 });
    expect((await send(fan, 'Hi')).body.error).toBe('CHAT_MUTED');
    // Muted viewers can still read the chat, and get no event.
    const { status } = await app.call('getStreamConversation', { as: fan.token, params: { id: built.show.id } });
    expect(status).toBe(200);
    expect(named('stream/access-lost')).toEqual([]);
  });

  it('remove a viewer from the show immediately and notify the account', async () => {
    const evict = vi.spyOn(app.context.publisher, 'evict');
    const removed: object[] = [];
    app.context.events.on('viewerRemoved', async (_tx, event) => void removed.push(event));
    expect((await restrict({ userId: fan.id, kind: 'ban', minutes: 1 })).status).toBe(200);
    const { id: streamId, sessionId } = built.show;
    expect(removed).toEqual([{ streamId, sessionId, accountId: fan.id }]);
    expect(evict).toHaveBeenCalledWith(`account:${fan.id}`, built.room);
    expect(app.events).toEqual([
      {
        event: 'stream/access-lost',
        room: `account:${fan.id}`,
        payload: { streamId, conversationId: built.conversationId },
      },
    ]);
    app.clock.advance({ hours: 3 });
    expect((await send(fan, 'Hi')).body.error).toBe('REMOVED_FROM_SHOW');
    const reading = { as: fan.token, params: { id: built.conversationId } };
    expect((await app.call('listPublicStreamMessages', reading)).body.error).toBe('REMOVED_FROM_SHOW');
  });

  it('can be lifted, which does nothing if there are none', async () => {
    await restrict({ userId: fan.id, kind: 'ban' });
    expect((await lift(fan.id)).data).toEqual({ success: true });
    expect((await lift(fan.id)).status).toBe(200);
    expect((await send(fan, 'Hi')).status).toBe(200);
  });

  it('mute and remove independently of each other: a muted viewer who was let back in is still muted', async () => {
    await restrict({ userId: fan.id, kind: 'mute', minutes: 5 });
    await restrict({ userId: fan.id, kind: 'ban' });
    await lift(fan.id);
    expect((await send(fan, 'Hi')).body.error).toBe('CHAT_MUTED');
    await lift(fan.id);
    expect((await send(fan, 'Hi')).status).toBe(200);
    await restrict({ userId: fan.id, kind: 'ban' });
    await restrict({ userId: fan.id, kind: 'mute', minutes: 5 });
    app.clock.advance({ minutes: 5 });
    expect((await send(fan, 'Hi')).body.error).toBe('REMOVED_FROM_SHOW');
    expect(await readAll()).toHaveLength(2);
  });

  it('are listed for the host, without mutes that are over', async () => {
    const second = await buildUser(app);
    const readList = async () => {
      const { data } = await app.call('listRestrictions', { as: host.token, params: { id: built.show.id } });
      return data.data.map(({ userId, kind }) => [userId, kind]);
    };
    expect(await readList()).toEqual([]);
    await restrict({ userId: fan.id, kind: 'mute', minutes: 5 });
    await restrict({ userId: fan.id, kind: 'ban' });
    await restrict({ userId: second.id, kind: 'mute' });
    const { data } = await app.call('listRestrictions', { as: host.token, params: { id: built.show.id } });
    expect(data.data).toHaveLength(3);
    expect(data.data).toContainEqual({
      userId: fan.id,
      name: fan.account.name,
      kind: 'mute',
      until: new Date(app.clock.now().getTime() + 5 * 60_000).toISOString(),
    });
    app.clock.advance({ minutes: 5 });
    expect(new Set((await readList()).map(String))).toEqual(new Set([`${fan.id},ban`, `${second.id},mute`]));
    await lift(fan.id);
    expect(await readList()).toEqual([[second.id, 'mute']]);
  });

  it('are listed for nobody else', async () => {
    const listAs = async (as: BuiltPerson, id = built.show.id) =>
      (await app.call('listRestrictions', { as: as.token, params: { id } })).body.error;
    expect(await listAs(other)).toBe('ENTITY_NOT_FOUND');
    expect(await listAs(host, unknown)).toBe('ENTITY_NOT_FOUND');
    expect(await listAs(fan)).toBe('Forbidden');
  });

  it('reject other creators’ shows, unknown accounts, oneself, administrators and ended shows', async () => {
    const body = { userId: fan.id, kind: 'ban' };
    expect((await restrict(body, other)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await restrict(body, host, unknown)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await restrict({ ...body, userId: unknown })).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await restrict({ ...body, userId: host.id })).body.error).toBe('FORBIDDEN');
    expect((await restrict({ ...body, userId: admin.id })).body.error).toBe('FORBIDDEN');
    expect((await restrict({ ...body, kind: 'mute', minutes: 0 })).status).toBe(400);
    expect((await lift(fan.id, other)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await lift(fan.id, host, unknown)).body.error).toBe('ENTITY_NOT_FOUND');
    await app.context.db.update(streams).set({ state: 'ended' }).where(eq(streams.id, built.show.id));
    expect((await restrict(body)).body.error).toBe('STREAM_OFFLINE');
    expect(await readAll()).toEqual([]);
    expect(app.events).toEqual([]);
  });
});
