import { follows } from '../../../db/schema/social';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { howBusy } from '../../../../tests/harness/how-busy';
import { connect, listen, settle, until, type TestSocket } from '../../../../tests/harness/socket-client';

let app: TestApp;
let url: string;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let conversationId: string;
let sockets: TestSocket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  url = await listen(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const body = { source: 'performer', sourceId: creator.id };
  conversationId = (await app.call('createConversation', { as: fan.token, body })).data._id;
});
afterEach(() => {
  for (const { close } of sockets) close();
  sockets = [];
});

async function join(token?: string): Promise<TestSocket> {
  const joined = await connect(url, token);
  sockets.push(joined);
  return joined;
}

const send = (from: BuiltPerson, body: Record<string, unknown>) =>
  app.call('sendMessage', { as: from.token, params: { id: conversationId }, body });

describe('message_created', () => {
  it('reaches every tab of recipient and sender once, but no guest or other account', async () => {
    const stranger = await buildUser(app);
    const [tab, otherTab, own, guest, outsider] = [
      await join(creator.token),
      await join(creator.token),
      await join(fan.token),
      await join(),
      await join(stranger.token),
    ];
    const readSequences = (joined: TestSocket) => joined.heard('message_created').map(({ sequence = 0 }) => sequence);
    const countUpTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
    for (let i = 0; i < 5; i += 1) await send(fan, { text: `one by one ${i}` });
    await settle(tab, otherTab, own);
    for (const each of [tab, otherTab, own]) expect(readSequences(each)).toEqual(countUpTo(5));
    await Promise.all(Array.from({ length: 30 }, (_, i) => send(fan, { text: `at once ${i}`, clientId: `k${i}` })));
    await settle(tab, otherTab, own, guest, outsider);
    // The database can answer the second of two commits first; clients sort by sequence.
    for (const each of [tab, otherTab, own])
      expect(readSequences(each).toSorted((a, b) => a - b)).toEqual(countUpTo(35));
    expect(guest.names()).toEqual([]);
    expect(outsider.names()).toEqual([]);
  });

  it('can be caught up on after a disconnect by loading newer sequences, without losses or duplicates', async () => {
    const first = await join(creator.token);
    const shown = new Map<string, number>();
    const show = (messages: { _id: string; sequence?: number | undefined }[]) => {
      for (const { _id, sequence = 0 } of messages) shown.set(_id, sequence);
    };
    for (let i = 0; i < 5; i += 1) await send(fan, { text: `before ${i}` });
    await settle(first);
    show(first.heard('message_created'));
    first.close();
    const missed = Array.from({ length: 40 }, (_, i) => send(fan, { text: `missed ${i}` }));
    // Reconnects while messages are still being sent: joins first, then loads what was missed. Promises R-1.
    await Promise.all(missed.slice(0, 20));
    const second = await join(creator.token);
    const after = Math.max(...shown.values());
    let before: number | undefined;
    for (;;) {
      const query = { afterSequence: after, beforeSequence: before, limit: 15 };
      const { data } = await app.call('listMessages', { as: creator.token, params: { id: conversationId }, query });
      show(data.data);
      if (data.data.length < 15) break;
      before = data.data.at(-1)?.sequence;
    }
    await Promise.all(missed);
    await send(fan, { text: 'after' });
    await settle(second);
    show(second.heard('message_created'));
    expect([...shown.values()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 46 }, (_, i) => i + 1));
  });

  it('is followed by another event when the message is deleted', async () => {
    const [tab, own] = [await join(creator.token), await join(fan.token)];
    const { data: message } = await send(fan, { text: 'oops' });
    await app.call('deleteMessage', { as: fan.token, params: { id: message._id } });
    await settle(tab, own);
    for (const each of [tab, own]) {
      expect(each.heard('message_deleted')).toMatchObject([
        { _id: message._id, isDeleted: true, text: 'Message deleted' },
      ]);
    }
  });
});

// Promises R-2.
describe('unread counts', () => {
  it('match the server’s count in all tabs', async () => {
    const tabs = [await join(creator.token), await join(creator.token), await join(creator.token)];
    const countOn = (tab: TestSocket) => tab.heard('nofify_read_messages_in_conversation').at(-1)?.total;
    const agree = async () => {
      await settle(...tabs);
      const { total } = (await app.call('countUnread', { as: creator.token })).data;
      expect(tabs.map(countOn)).toEqual([total, total, total]);
      return total;
    };
    const second = await buildUser(app);
    await buildSubscription(app, { userId: second.id, performerId: creator.id });
    const body = { source: 'performer', sourceId: creator.id };
    const other = (await app.call('createConversation', { as: second.token, body })).data._id;
    await Promise.all([
      ...Array.from({ length: 10 }, () => send(fan, { text: 'hi' })),
      ...Array.from({ length: 10 }, () =>
        app.call('sendMessage', { as: second.token, params: { id: other }, body: { text: 'ho' } }),
      ),
    ]);
    expect(await agree()).toBe(2);
    await app.call('readAllMessages', { as: creator.token, params: { id: conversationId } });
    expect(await agree()).toBe(1);
    expect(tabs.map((tab) => tab.heard('message_seen').length)).toEqual([1, 1, 1]);
    await app.call('readAllMessages', { as: creator.token, params: { id: other } });
    expect(await agree()).toBe(0);
  });
});

describe('typing', () => {
  it('is relayed in order, and only to the other member', async () => {
    const stranger = await buildUser(app);
    const [typist, listener, outsider, guest] = [
      await join(fan.token),
      await join(creator.token),
      await join(stranger.token),
      await join(),
    ];
    for (let i = 0; i < 5; i += 1) {
      typist.socket.emit('typing', { conversationId, isTyping: true });
      typist.socket.emit('typing', { conversationId, isTyping: false });
    }
    for (const other of [outsider, guest]) other.socket.emit('typing', { conversationId, isTyping: true });
    await settle(typist, outsider, guest, listener);
    const heard = listener.heard('typing');
    expect(heard.map((event) => event.isTyping)).toEqual(Array.from({ length: 10 }, (_, i) => i % 2 === 0));
    expect(heard[0]).toEqual({ conversationId, userId: fan.id, isTyping: true });
    expect([typist, outsider, guest].flatMap((socket) => socket.names())).toEqual([]);
  });

  it('ignores malformed events, which do not close the socket', async () => {
    const [typist, listener] = [await join(fan.token), await join(creator.token)];
    const say = (event: string, payload?: unknown) =>
      (typist.socket.emit as (...args: unknown[]) => void)(event, payload);
    for (const payload of [undefined, null, 'x', { conversationId: 1, isTyping: true }, { conversationId }]) {
      say('typing', payload);
    }
    say('msgToServer', { text: 'x' });
    say('no-such-event');
    say('__proto__', {});
    await settle(typist, listener);
    expect(listener.names()).toEqual([]);
    expect(typist.socket.connected).toBe(true);
  });
});

describe('sockets', () => {
  it('close when their session is ended by logging out, here or from another device', async () => {
    const stays = await app.services.session.open(fan.id);
    const [first, second] = [await join(fan.token), await join(stays)];
    await app.services.session.close(fan.token);
    await until('the socket of the ended session is closed', () => first.socket.disconnected, 5_000 * howBusy());
    expect(second.socket.connected).toBe(true);
    await send(creator, { text: 'hello' });
    await settle(second);
    expect(second.heard('message_created')).toHaveLength(1);
    expect(first.names()).toEqual([]);
  });

  it('close within five seconds of their session’s expiry', async () => {
    const guest = await join();
    const short = await join(fan.token);
    app.clock.advance({ days: 2 });
    await until('the socket of the expired session is closed', () => short.socket.disconnected, 5_000 * howBusy());
    expect(guest.socket.connected).toBe(true);
  });

  it('receive no events of an account after it has logged out', async () => {
    const tab = await join(fan.token);
    tab.socket.emit('auth/logout', { token: fan.token });
    await settle(tab);
    await send(creator, { text: 'hello' });
    await settle(tab);
    expect(tab.names()).toEqual([]);
  });

  it('switch to another account when it logs in', async () => {
    const tab = await join(fan.token);
    await new Promise<void>((resolve) => tab.socket.emit('auth/login', { token: creator.token }, () => resolve()));
    await send(creator, { text: 'to the fan' });
    await app.context.db.insert(follows).values({ followerId: fan.id, followingId: creator.id });
    await send(fan, { text: 'to the creator' });
    await settle(tab);
    const received = tab.heard('nofify_read_messages_in_conversation');
    expect(received).toHaveLength(1);
  });

  it('stay open for guests if their token is invalid', async () => {
    const tab = await connect(url, 'not a token');
    sockets.push(tab);
    await send(creator, { text: 'hello' });
    await settle(tab);
    expect(tab.socket.connected).toBe(true);
    expect(tab.names()).toEqual([]);
  });
});

describe('presence', () => {
  const getState = async () => (await app.services.people.find(creator.id))?.account.isOnline;

  it('is published to watchers when an account opens its first tab and closes its last one', async () => {
    const watcher = await join(fan.token);
    watcher.socket.emit('presence/watch', { userId: creator.id });
    await settle(watcher);
    expect(watcher.heard('presence')).toEqual([{ userId: creator.id, isOnline: false }]);
    const [one, two] = [await join(creator.token), await join(creator.token)];
    await until('the watcher receives the event', () => watcher.heard('presence').length === 2);
    expect(await getState()).toBe(true);
    one.close();
    await settle(two, watcher);
    expect(watcher.heard('presence')).toHaveLength(2);
    two.close();
    await until('the watcher receives the event', () => watcher.heard('presence').length === 3);
    expect(watcher.heard('presence').at(-1)).toEqual({ userId: creator.id, isOnline: false });
    expect(await getState()).toBe(false);
    watcher.socket.emit('presence/unwatch', { userId: creator.id });
    await settle(watcher);
    await join(creator.token);
    await settle(watcher);
    expect(watcher.heard('presence')).toHaveLength(3);
  });

  it('of fans is visible only to accounts that share a conversation with them, and never to guests', async () => {
    const stranger = await buildPerformer(app);
    const [outsider, guest, partner] = [await join(stranger.token), await join(), await join(creator.token)];
    for (const { socket } of [outsider, guest, partner]) socket.emit('presence/watch', { userId: fan.id });
    guest.socket.emit('presence/watch', { userId: creator.id });
    await settle(outsider, guest, partner);
    await join(fan.token);
    await until('the partner receives the event', () => partner.heard('presence').length === 2);
    await settle(outsider, guest);
    expect([outsider, guest].flatMap((socket) => socket.names())).toEqual([]);
  });

  it('ends for accounts whose process has died', async () => {
    await app.services.presence.onPresence(creator.id, true);
    await app.jobs.run('sweep-presence', {});
    expect(await getState()).toBe(true);
    app.clock.advance({ minutes: 2 });
    await app.services.presence.onAlive([creator.id]);
    app.clock.advance({ minutes: 2 });
    await app.jobs.run('sweep-presence', {});
    expect(await getState()).toBe(true);
    app.clock.advance({ minutes: 1 });
    await app.jobs.run('sweep-presence', {});
    expect(await getState()).toBe(false);
    const told = app.events.findLast((one) => one.event === 'presence');
    expect(told).toMatchObject({ room: `presence:${creator.id}`, payload: { isOnline: false } });
    // The process was only slow, so presence is published again after its next heartbeat, once.
    const heard = app.events.length;
    await app.services.presence.onAlive([creator.id, fan.id]);
    await app.services.presence.onAlive([creator.id]);
    expect(app.events.slice(heard)).toEqual(
      expect.arrayContaining(
        [creator, fan].map(({ id: userId }) =>
          expect.objectContaining({ event: 'presence', payload: { userId, isOnline: true } }),
        ),
      ),
    );
    expect(app.events).toHaveLength(heard + 2);
    expect(await getState()).toBe(true);
  });
});
