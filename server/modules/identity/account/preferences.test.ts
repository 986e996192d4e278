import { defaultPushes, defaultSiteNews } from '@contract/base/limits';
import { rooms } from '../../../realtime/publish';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const choose = (person: BuiltPerson, body: object) => app.call('updatePreferences', { as: person.token, body });
const follow = (fan: BuiltPerson, creator: BuiltPerson) =>
  app.call('followPerformer', { as: fan.token, params: { id: creator.id } });

describe('PUT /users/me/preferences', () => {
  it('changes only the given fields, for fans and creators', async () => {
    for (const person of [await buildUser(app), await buildPerformer(app)]) {
      expect((await app.call('getMe', { as: person.token })).data.preferences).toEqual({
        hideFromSearch: false,
        showOnline: true,
        readReceipts: true,
        messagesFrom: 'everyone',
        ...(person.account.kind === 'performer' && { commentsFrom: 'everyone' }),
        mails: {
          messages: true,
          subscriptions: true,
          sales: true,
          tips: true,
          comments: true,
          live: true,
          follows: false,
          likes: false,
          posts: false,
        },
        pushes: defaultPushes,
        site: defaultSiteNews,
        quietHours: null,
      });
      await choose(person, { messagesFrom: 'nobody', mails: { tips: false, likes: true } });
      const { data } = await choose(person, { hideFromSearch: true, mails: { tips: true } });
      expect(data.preferences).toMatchObject({
        hideFromSearch: true,
        messagesFrom: 'nobody',
        readReceipts: true,
        mails: { tips: true, likes: true, messages: true },
      });
    }
  });

  it('keeps a choice for each kind of news and channel, and quiet hours until they are ended', async () => {
    const fan = await buildUser(app);
    const quietHours = { from: '22:00', to: '07:30', timeZone: 'Europe/Prague' };
    await choose(fan, { pushes: { messages: false, likes: true }, site: { likes: false }, quietHours });
    const { data } = await choose(fan, { pushes: { messages: true } });
    expect(data.preferences).toMatchObject({
      pushes: { ...defaultPushes, likes: true },
      site: { ...defaultSiteNews, likes: false },
      quietHours,
    });
    expect((await choose(fan, { quietHours: null })).data.preferences?.quietHours).toBeNull();
    for (const wrong of [{ from: '24:00' }, { to: '7:30' }, { timeZone: 'Europe/Nowhere' }])
      expect((await choose(fan, { quietHours: { ...quietHours, ...wrong } })).status).toBe(400);
  });

  it('lets creators choose who can comment, and ignores this for fans', async () => {
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    const read = async ({ token }: BuiltPerson) => (await app.call('getMe', { as: token })).data.preferences;
    expect(await read(creator)).toMatchObject({ commentsFrom: 'everyone' });
    expect((await choose(creator, { commentsFrom: 'follows' })).data.preferences).toMatchObject({
      commentsFrom: 'follows',
      messagesFrom: 'everyone',
    });
    await choose(fan, { commentsFrom: 'nobody' });
    expect(await read(fan)).not.toHaveProperty('commentsFrom');
  });

  it('rejects invalid values', async () => {
    const fan = await buildUser(app);
    expect((await choose(fan, { messagesFrom: 'friends' })).status).toBe(400);
    expect((await choose(fan, { mails: { tips: 'often' } })).status).toBe(400);
  });
});

describe('hideFromSearch', () => {
  it('hides a creator from lists except those of followers, but does not hide their page', async () => {
    const creator = await buildPerformer(app, { name: 'Quillon Ash' });
    const [fan, stranger] = [await buildUser(app), await buildUser(app)];
    await follow(fan, creator);
    await choose(creator, { hideFromSearch: true });
    const found = async (as?: string) =>
      (await app.call('searchPerformers', { as, query: { q: 'quillon' } })).data.data.length;
    expect([await found(), await found(stranger.token), await found(fan.token)]).toEqual([0, 0, 1]);
    const top = await app.call('listTopPerformers', { query: { limit: 200 } });
    expect(top.data.data.map((one) => one._id)).not.toContain(creator.id);
    const random = await app.call('listRandomPerformers', {});
    expect(random.data.data.map((one) => one._id)).not.toContain(creator.id);
    expect((await app.call('searchKeyword', { body: { keyword: 'quillon' } })).data.totalPerformer).toBe(0);
    expect((await app.call('getPerformer', { params: { id: creator.id } })).status).toBe(200);
  });

  it('hides a fan from creators’ search, except for creators whom the fan follows or has subscribed to', async () => {
    const fan = await buildUser(app, { name: 'Perrin Vole' });
    const [followed, subscribed, other] = [
      await buildPerformer(app),
      await buildPerformer(app),
      await buildPerformer(app),
    ];
    await follow(fan, followed);
    await buildSubscription(app, { userId: fan.id, performerId: subscribed.id });
    await choose(fan, { hideFromSearch: true });
    const found = async ({ token }: BuiltPerson) =>
      (await app.call('searchUsers', { as: token, query: { q: 'perrin' } })).data.total;
    expect([await found(followed), await found(subscribed), await found(other)]).toEqual([1, 1, 0]);
  });
});

describe('showOnline', () => {
  it('if false, immediately shows an account as offline in views, lists and events', async () => {
    const creator = await buildPerformer(app, { name: 'Wystan Fell' });
    const isShown = async () => {
      const { data } = await app.call('searchPerformers', { query: { q: 'wystan', isOnline: true } });
      const profile = await app.call('getPerformer', { params: { id: creator.id } });
      return [data.total, profile.data.isOnline];
    };
    await app.services.presence.onPresence(creator.id, true);
    expect(await isShown()).toEqual([1, true]);
    await choose(creator, { showOnline: false });
    expect(await isShown()).toEqual([0, false]);
    expect(app.events.at(-1)).toEqual({
      event: 'presence',
      room: rooms.presence(creator.id),
      payload: { userId: creator.id, isOnline: false },
    });
    const told = app.events.length;
    await app.services.presence.onPresence(creator.id, true);
    await app.services.presence.onAlive([creator.id]);
    expect([await isShown(), app.events.length]).toEqual([[0, false], told]);
    await choose(creator, { showOnline: true });
    await app.services.presence.onAlive([creator.id]);
    expect(await isShown()).toEqual([1, true]);
  });
});

describe('readReceipts', () => {
  it('if false, publishes the read position only to the reader’s own tabs', async () => {
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const opened = await app.call('createConversation', {
      as: fan.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    const params = { id: opened.data._id };
    const send = () => app.call('sendMessage', { as: fan.token, params, body: { text: 'Hello' } });
    const read = () => app.call('readAllMessages', { as: creator.token, params });
    const seen = async () => (await app.call('listMessages', { as: fan.token, params })).data.data[0]?.seenAt !== null;
    await send();
    await choose(creator, { readReceipts: false });
    await read();
    expect(await seen()).toBe(false);
    const told = app.events.filter((one) => one.event === 'message_seen').map((one) => one.room);
    expect(told).toEqual([rooms.account(creator.id)]);
    const counted = await app.call('countUnread', { as: creator.token });
    expect(counted.data.total).toBe(0);
    await choose(creator, { readReceipts: true });
    await send();
    await read();
    expect(await seen()).toBe(true);
  });
});

describe('messagesFrom', () => {
  const open = (from: BuiltPerson, to: BuiltPerson, source: string) =>
    app.call('createConversation', { as: from.token, body: { source, sourceId: to.id } });
  const write = (from: BuiltPerson, id: string) =>
    app.call('sendMessage', { as: from.token, params: { id }, body: { text: 'Hello' } });

  it('“nobody” rejects even subscribers, offers no subscription to others, and still allows replies', async () => {
    const [subscriber, stranger, creator] = [await buildUser(app), await buildUser(app), await buildPerformer(app)];
    await buildSubscription(app, { userId: subscriber.id, performerId: creator.id });
    const { data } = await open(subscriber, creator, 'performer');
    expect((await write(subscriber, data._id)).status).toBe(200);
    await choose(creator, { messagesFrom: 'nobody' });
    expect((await write(subscriber, data._id)).body).toMatchObject({ statusCode: 403, error: 'MESSAGES_CLOSED' });
    const shown = await app.call('getConversation', { as: subscriber.token, params: { id: data._id } });
    expect(shown.data).toMatchObject({ canWrite: false, opensBySubscribing: false });
    expect((await open(stranger, creator, 'performer')).body.error).toBe('MESSAGES_CLOSED');
    await write(creator, data._id);
    expect((await write(subscriber, data._id)).status).toBe(200);
  });

  it('“follows” and “subscriptions” restrict which creators can write to a fan', async () => {
    const [fan, followed, followerOnly] = [await buildUser(app), await buildPerformer(app), await buildPerformer(app)];
    await follow(fan, followed);
    await follow(fan, followerOnly);
    await choose(fan, { messagesFrom: 'follows' });
    const opened = await open(followed, fan, 'user');
    expect((await write(followed, opened.data._id)).status).toBe(200);
    await choose(fan, { messagesFrom: 'subscriptions' });
    expect((await open(followerOnly, fan, 'user')).body.error).toBe('MESSAGES_CLOSED');
    await buildSubscription(app, { userId: fan.id, performerId: followerOnly.id });
    expect((await open(followerOnly, fan, 'user')).status).toBe(200);
  });
});
