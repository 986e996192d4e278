import { eq } from 'drizzle-orm';
import { buildFeed } from '../../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import { buildShow } from '../../../../../tests/factories/show';
import { buildSubscription } from '../../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { accounts } from '../../../../db/schema/accounts';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app)]);
});
afterAll(() => app.close());

const follow = ({ token: as }: BuiltPerson) => app.call('followPerformer', { as, params: { id: host.id } });
const listNews = async ({ token: as }: BuiltPerson) =>
  (await app.call('listNotifications', { as, query: { type: 'stream' } })).data.data;

describe('going live', () => {
  it('notifies only followers and subscribers, once per show', async () => {
    const subscriber = await buildUser(app);
    const stranger = await buildUser(app);
    await follow(fan);
    await buildSubscription(app, { userId: subscriber.id, performerId: host.id });
    const show = await buildShow(app, host, { title: 'Evening' });
    await app.jobs.drain();
    await app.jobs.run('announce-show', { streamId: show._id });
    const news = {
      type: 'stream',
      action: 'live',
      title: `${host.account.name} went live`,
      message: 'Evening',
      refId: show._id,
      refSource: 'stream',
      reference: { username: host.account.username },
    };
    expect(await listNews(fan)).toMatchObject([news]);
    expect(await listNews(subscriber)).toMatchObject([news]);
    expect(await listNews(stranger)).toEqual([]);
    await app.call('endStream', { as: host.token, params: { id: show._id } });
    app.clock.advance({ seconds: 1 });
    await buildShow(app, host, { title: 'Again' });
    await app.jobs.drain();
    expect(await listNews(fan)).toMatchObject([{ message: 'Again' }, { message: 'Evening' }]);
  });

  it('does not notify fans whom the creator blocks, by name or country', async () => {
    const abroad = await buildUser(app, { country: 'FR' });
    for (const person of [fan, abroad]) await follow(person);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    await buildShow(app, host);
    await app.jobs.drain();
    expect([await listNews(fan), await listNews(abroad)]).toEqual([[], []]);
  });

  it('notifies no one if the show has already ended', async () => {
    await follow(fan);
    const { _id: id } = await buildShow(app, host);
    await app.call('endStream', { as: host.token, params: { id } });
    await app.jobs.drain();
    expect(await listNews(fan)).toEqual([]);
  });

  it('sends mails to offline fans who want them', async () => {
    const quiet = await buildUser(app);
    await app.context.db
      .update(accounts)
      .set({ mailPreferences: { live: false } })
      .where(eq(accounts.id, quiet.id));
    for (const person of [fan, quiet]) await follow(person);
    await buildShow(app, host);
    await app.jobs.drain();
    app.clock.advance({ hours: 1 });
    await app.jobs.run('mail-notices', {});
    await app.jobs.drain();
    const to = (email: string | null) => app.mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
    expect(to(fan.account.email)).toEqual([`${host.account.name} went live: Evening`]);
    expect(to(quiet.account.email)).toEqual([]);
  });
});

describe('reminders of a scheduled show', () => {
  const announce = (minutes: number, input: object = {}) =>
    buildFeed(app, host, {
      type: 'scheduled-streaming',
      title: 'Friday songs',
      isSale: true,
      price: 0,
      streamingScheduled: new Date(app.clock.now().getTime() + minutes * 60_000).toISOString(),
      ...input,
    });
  const set = (id: string, as = fan.token, name: 'setShowReminder' | 'removeShowReminder' = 'setShowReminder') =>
    app.call(name, { as, params: { id } });
  const readPost = async (id: string, as = fan.token) => (await app.call('getFeed', { as, params: { id } })).data;
  const remind = () => app.jobs.run('remind-of-shows', {});

  it('can be set and removed, and are counted on the post', async () => {
    const { _id: id } = await announce(60);
    expect(await readPost(id)).toMatchObject({ isReminded: false, reminders: 0 });
    expect((await set(id)).data).toEqual({ isReminded: true });
    expect((await set(id)).status).toBe(200);
    expect(await readPost(id)).toMatchObject({ isReminded: true, reminders: 1 });
    expect(await readPost(id, (await buildUser(app)).token)).toMatchObject({ isReminded: false, reminders: 1 });
    expect((await set(id, fan.token, 'removeShowReminder')).data).toEqual({ isReminded: false });
    expect(await readPost(id)).toMatchObject({ isReminded: false, reminders: 0 });
  });

  it('are rejected for other kinds of posts and for blocked fans', async () => {
    const text = await buildFeed(app, host, { isSale: true, price: 0 });
    expect(await readPost(text._id)).not.toHaveProperty('isReminded');
    const { _id: id } = await announce(60);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    for (const name of ['setShowReminder', 'removeShowReminder'] as const) {
      for (const unknown of [text._id, id, 'a'.repeat(24)])
        expect((await set(unknown, fan.token, name)).status).toBe(404);
      expect((await app.call(name, { params: { id } })).status).toBe(401);
    }
  });

  it('are sent once, ten minutes before the announced time', async () => {
    const { _id: id } = await announce(30);
    await set(id);
    await remind();
    app.clock.advance({ minutes: 19 });
    await remind();
    expect(await listNews(fan)).toEqual([]);
    app.clock.advance({ minutes: 1 });
    await remind();
    await remind();
    const news = {
      action: 'reminder',
      title: `${host.account.name} goes live soon`,
      message: 'Friday songs',
      refId: id,
    };
    expect(await listNews(fan)).toMatchObject([news]);
  });

  it('are sent when the show starts early, and link to it', async () => {
    const { _id: id } = await announce(40);
    await set(id);
    const show = await buildShow(app, host);
    await remind();
    await app.jobs.drain();
    expect(await listNews(fan)).toMatchObject([{ action: 'live', refId: show._id, refSource: 'stream' }]);
  });

  it('are not sent to followers who were notified that the show is live', async () => {
    await follow(fan);
    await set((await announce(40))._id);
    await buildShow(app, host);
    await app.jobs.drain();
    await remind();
    expect(await listNews(fan)).toHaveLength(1);
  });

  it('are not sent for a creator whose account is closed', async () => {
    await set((await announce(5))._id);
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, host.id));
    await remind();
    expect(await listNews(fan)).toEqual([]);
  });

  it('are not sent to fans who were blocked since, nor for hidden or past posts', async () => {
    const other = await buildUser(app);
    const first = await announce(5);
    for (const { token } of [fan, other]) await set(first._id, token);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.call('updateFeed', { as: host.token, params: { id: first._id }, body: { status: 'inactive' } });
    await remind();
    const second = await announce(120);
    await set(second._id, other.token);
    app.clock.advance({ hours: 4 });
    await remind();
    expect([await listNews(fan), await listNews(other)]).toEqual([[], []]);
  });
});
