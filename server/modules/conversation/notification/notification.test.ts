import { rooms } from '../../../realtime/publish';
import { userBlocks } from '../../../db/schema/social';
import { inTransaction } from '../../../db/transaction';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { connect, listen, settle } from '../../../../tests/harness/socket-client';

let app: TestApp;
let reader: BuiltPerson;
let other: BuiltPerson;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  reader = await buildUser(app);
  other = await buildUser(app);
});

const news = { type: 'payment', action: 'created', title: 'Paid', message: 'Your payout is on its way.' } as const;
const add = (overrides: Partial<Parameters<typeof app.services.notification.add>[1]> = {}) =>
  inTransaction(app.context.db, (tx) =>
    app.services.notification.add(tx, { ...news, userId: reader.id, ...overrides }),
  );
const list = (query: Record<string, unknown> = {}, who = reader) =>
  app.call('listNotifications', { as: who.token, query });

describe('notification.add', () => {
  it('publishes only to the recipient’s sockets, after the commit', async () => {
    const url = await listen(app);
    const [mine, theirs, guest] = [
      await connect(url, reader.token),
      await connect(url, other.token),
      await connect(url),
    ];
    await add({ createdBy: other.id, refId: other.id, reference: { _id: other.id, name: 'x' } });
    const failed = inTransaction(app.context.db, async (tx) => {
      await app.services.notification.add(tx, { ...news, userId: reader.id });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await settle(mine, theirs, guest);
    expect(mine.heard('send_notification')).toMatchObject([
      { ...news, userId: reader.id, read: false, createdBy: { _id: other.id }, createdByModel: 'User' },
    ]);
    expect([theirs, guest].flatMap((socket) => socket.names())).toEqual([]);
    for (const socket of [mine, theirs, guest]) socket.close();
  });

  it('ignores what accounts cause themselves, and repeats if `isOnce` is set', async () => {
    await add({ createdBy: reader.id });
    expect((await list()).data.total).toBe(0);
    await add({ createdBy: other.id, isOnce: true });
    await add({ createdBy: other.id, isOnce: true });
    expect((await list()).data.total).toBe(1);
    await add({ createdBy: other.id });
    expect((await list()).data.total).toBe(2);
  });
});

describe('GET /notifications', () => {
  it('lists newest first, filters by state and type, and always counts all that are unread', async () => {
    await add({ title: 'first' });
    app.clock.advance({ seconds: 1 });
    await add({ title: 'second', type: 'liked' });
    const { data } = await list();
    expect(data).toMatchObject({ total: 2, totalUnread: 2, data: [{ title: 'second' }, { title: 'first' }] });
    await app.call('readNotification', { as: reader.token, params: { id: data.data[0]?._id ?? '' } });
    expect((await list({ status: 'unread' })).data).toMatchObject({ total: 1, totalUnread: 1 });
    expect((await list({ status: 'read' })).data.data).toMatchObject([{ title: 'second', read: true }]);
    expect((await list({ type: 'liked' })).data).toMatchObject({ total: 1, totalUnread: 1 });
    expect((await list({}, other)).data).toEqual({ data: [], total: 0, totalUnread: 0 });
  });
});

describe('a kind of news that the account keeps off the site', () => {
  it('is not listed, counted or published, but still mailed', async () => {
    const hidden = { type: 'comment', action: 'created', title: 'A comment', createdBy: other.id } as const;
    await app.call('updatePreferences', { as: reader.token, body: { site: { comments: false } } });
    await add(hidden);
    const { userId: _id, ...many } = { ...news, ...hidden, userId: reader.id };
    await app.services.notification.addToMany(
      [reader, other].map(({ id }) => ({ id, isOnline: true })),
      many,
    );
    await add({ title: 'Another kind' });
    expect((await list()).data).toMatchObject({ total: 1, totalUnread: 1, data: [{ title: 'Another kind' }] });
    const heard = app.events.filter(({ room }) => room === rooms.account(reader.id));
    expect(heard.map(({ payload }) => (payload as { title?: string }).title)).toEqual(['Another kind']);
    app.clock.advance({ minutes: 30 });
    await app.jobs.run('mail-notices', {});
    await app.jobs.drain();
    expect(
      app.mails
        .filter(({ to }) => to === reader.account.email)
        .map(({ text }) => text)
        .join(),
    ).toContain('A comment');
  });
});

describe('PUT /notifications/:id/read, /notifications/read-all', () => {
  it('marks own notifications, and keeps the time when they were first read', async () => {
    await add();
    const id = (await list()).data.data[0]?._id ?? '';
    const read = (who: BuiltPerson) => app.call('readNotification', { as: who.token, params: { id } });
    expect((await read(other)).status).toBe(404);
    expect((await read(reader)).data).toBe(true);
    const at = (await list()).data.data[0]?.readAt;
    expect(at).toBe(app.clock.now().toISOString());
    app.clock.advance({ hours: 1 });
    await read(reader);
    expect((await list()).data.data[0]?.readAt).toBe(at);
    await add();
    await add();
    expect((await app.call('readAllNotifications', { as: reader.token })).data).toBe(true);
    expect((await list()).data).toMatchObject({ total: 3, totalUnread: 0 });
  });
});

describe('a creator who blocks a fan', () => {
  it('is not named in the fan’s notifications, events, counts or mails, whether caused before or after the block', async () => {
    const creator = await buildPerformer(app);
    const post = { type: 'feed', createdBy: creator.id } as const;
    await add({ ...post, title: 'Before' });
    await add({ createdBy: other.id, title: 'Another' });
    const [first] = (await list()).data.data.filter(({ title }) => title === 'Before');
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: reader.id });
    await add({ ...post, title: 'After' });
    await app.services.notification.addToMany(
      [
        { id: reader.id, isOnline: true },
        { id: other.id, isOnline: true },
      ],
      {
        ...news,
        ...post,
        title: 'To many',
      },
    );
    const { data } = await list();
    expect([data.data.map(({ title }) => title), data.total, data.totalUnread]).toEqual([['Another'], 1, 1]);
    expect((await list({}, other)).data.data.map(({ title }) => title)).toEqual(['To many']);
    const read = await app.call('readNotification', { as: reader.token, params: { id: first?._id ?? '' } });
    expect(read.status).toBe(404);
    const heard = app.events.filter(
      ({ event, room }) => event === 'send_notification' && room === rooms.account(reader.id),
    );
    expect(heard.map(({ payload }) => (payload as { title: string }).title)).toEqual(['Before', 'Another']);

    app.clock.advance({ minutes: 30 });
    await app.jobs.run('mail-notices', {});
    await app.jobs.drain();
    const mails = app.mails.filter(({ to }) => to === reader.account.email);
    expect(JSON.stringify(mails)).not.toMatch(/Before|After|To many/);
  });

  it.each(['order', 'payment'] as const)('M-21: is still named in the fan’s notifications of type %s', async (type) => {
    const creator = await buildPerformer(app);
    const trade = { type, action: 'shipped', createdBy: creator.id };
    await add({ ...trade, title: 'Before' });
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: reader.id });
    await add({ ...trade, title: 'After' });
    const { userId: _id, ...many } = { ...news, ...trade, userId: reader.id, title: 'To many' };
    await app.services.notification.addToMany([{ id: reader.id, isOnline: true }], { ...many, refId: creator.id });
    const { data } = await list();
    expect(data.data.map(({ title }) => title).toSorted()).toEqual(['After', 'Before', 'To many']);
    expect(data.totalUnread).toBe(3);
    const heard = app.events.filter(({ room }) => room === rooms.account(reader.id));
    expect(heard.map(({ payload }) => (payload as { title: string }).title)).toEqual(['Before', 'After', 'To many']);
    for (const { _id: id } of data.data)
      expect((await app.call('readNotification', { as: reader.token, params: { id } })).status).toBe(200);
  });
});
