import { eq } from 'drizzle-orm';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildRecording } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { connect, listen, settle } from '../../../../tests/harness/socket-client';

let app: TestApp;
let creator: BuiltPerformer;
let follower: BuiltPerson;
let subscriber: BuiltPerson;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  [follower, subscriber] = await Promise.all([buildUser(app), buildUser(app)]);
  await follow(follower);
  await buildSubscription(app, { userId: subscriber.id, performerId: creator.id, subscriptionType: 'monthly' });
  await app.jobs.drain();
});

const follow = (fan: BuiltPerson) => app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
const update = (id: string, body: Parameters<typeof app.services.feed.update>[2]) =>
  app.services.feed.update(creator.actor, id, body);
/** Calls the service directly, because a session would expire before the subscription. */
const getNews = async (fan: BuiltPerson) => {
  const query = { type: 'feed', limit: 50, offset: 0, sort: 'desc', sortBy: 'createdAt' } as const;
  return (await app.services.notification.list(fan.actor, query)).data;
};
const getCounts = async (...fans: BuiltPerson[]) =>
  Promise.all(fans.map(async (fan) => (await getNews(fan)).filter(({ action }) => action === 'created').length));
const inAnHour = () => new Date(app.clock.now().getTime() + 3600_000).toISOString();

describe('a new post', () => {
  it('notifies followers and subscribers once each, without revealing locked content', async () => {
    await follow(subscriber);
    const feed = await buildFeed(app, creator, { tagline: 'Two pages' });
    await app.jobs.drain();
    const [told, ...more] = await getNews(follower);
    expect(told).toMatchObject({
      type: 'feed',
      action: 'created',
      title: `${creator.actor.name} published a new post`,
      message: 'A title all may read',
      refId: feed._id,
      refSource: 'feed',
      reference: { _id: feed._id, slug: feed.slug },
      createdBy: { _id: creator.id },
      read: false,
    });
    expect(more).toEqual([]);
    expect(JSON.stringify(told)).not.toContain('What only some may read');
    await app.jobs.run('announce-post', { feedId: feed._id, looks: 0 });
    expect(await getCounts(follower, subscriber)).toEqual([1, 1]);
  });

  it('does not notify blocked fans, fans from blocked countries or deleted accounts', async () => {
    const [blocked, abroad, gone, stranger] = await Promise.all([1, 2, 3, 4].map(() => buildUser(app)));
    for (const fan of [blocked, abroad, gone]) await follow(fan as BuiltPerson);
    await app.call('blockUser', { as: creator.token, body: { targetId: blocked?.id } });
    await app.context.db
      .update(accounts)
      .set({ country: 'NL' })
      .where(eq(accounts.id, abroad?.id ?? ''));
    await app.context.db
      .update(performers)
      .set({ blockedCountries: ['NL'] })
      .where(eq(performers.id, creator.id));
    await app.call('unfollowPerformer', { as: gone?.token, params: { id: creator.id } });
    app.clock.advance({ days: 40 });
    const feed = await buildFeed(app, creator);
    await app.jobs.drain();
    const all = [blocked, abroad, gone, stranger, subscriber] as BuiltPerson[];
    expect(await getCounts(...all)).toEqual([0, 0, 0, 0, 0]);
    expect((await getNews(follower)).map(({ refId }) => refId)).toEqual([feed._id]);
  });

  it('is published immediately to online followers, but not to blocked ones', async () => {
    const blocked = await buildUser(app);
    await follow(blocked);
    await app.call('blockUser', { as: creator.token, body: { targetId: blocked.id } });
    const url = await listen(app);
    const sockets = await Promise.all([follower, blocked].map((fan) => connect(url, fan.token)));
    const feed = await buildFeed(app, creator);
    await app.jobs.drain();
    await settle(...sockets);
    const [mine, theirs] = sockets;
    expect(mine?.heard('send_notification')).toMatchObject([{ type: 'feed', action: 'created', refId: feed._id }]);
    expect(theirs?.names()).toEqual([]);
    for (const socket of sockets) socket.close();
  });

  it('notifies no one once the creator’s account is closed', async () => {
    await buildFeed(app, creator);
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    await app.jobs.drain();
    expect(await getCounts(follower, subscriber)).toEqual([0, 0]);
  });

  it('publishes no event for offline followers', async () => {
    const before = app.events.length;
    await buildFeed(app, creator);
    await app.jobs.drain();
    expect(await getCounts(follower, subscriber)).toEqual([1, 1]);
    expect(app.events.slice(before).filter(({ event }) => event === 'send_notification')).toEqual([]);
  });

  it('is announced only once its video can be played', async () => {
    const content = await buildRecording('clip.mp4');
    const { data } = await app.call('uploadFeedVideo', { files: { file: { content } }, as: creator.token });
    const feed = await buildFeed(app, creator, { type: 'video', fileIds: [data._id] });
    let looks = 0;
    const send = vi.spyOn(app.context.jobs, 'send').mockImplementation(async (name, job) => {
      if (name === 'announce-item') looks = (job as { looks: number }).looks;
    });
    await app.jobs.run('announce-item', { itemId: feed._id, looks: 0 });
    expect([looks, ...(await getCounts(follower))]).toEqual([1, 0]);
    send.mockRestore();
    await app.context.db.update(files).set({ status: 'finished' }).where(eq(files.id, data._id));
    await app.jobs.run('announce-item', { itemId: feed._id, looks });
    expect(await getCounts(follower)).toEqual([1]);
  });
});

describe('nobody is notified', () => {
  it.each([
    ['a draft', { status: 'draft' }],
    ['a hidden post', { status: 'inactive' }],
    ['a scheduled post', { isSchedule: true, scheduleAt: '2100-01-01T00:00:00.000Z' }],
  ])('of %s', async (_what, part) => {
    await buildFeed(app, creator, part as object);
    await app.jobs.drain();
    expect(await getCounts(follower)).toEqual([0]);
  });

  it('again when a post is edited, or shown after it was hidden', async () => {
    const feed = await buildFeed(app, creator);
    await update(feed._id, { text: 'Changed' });
    await update(feed._id, { status: 'inactive' });
    await update(feed._id, { status: 'active' });
    await app.jobs.drain();
    expect(await getCounts(follower)).toEqual([1]);
  });

  it('of a post imported with an earlier publication date', async () => {
    const publishedAt = new Date('2024-01-01T00:00:00Z');
    await app.services.feed.create(creator.actor, { type: 'text', text: 'x' }, { publishedAt });
    await app.jobs.drain();
    expect(await getCounts(follower)).toEqual([0]);
  });

  it('of a post that is hidden before it is announced', async () => {
    const feed = await buildFeed(app, creator);
    await update(feed._id, { status: 'inactive' });
    await app.jobs.drain();
    expect(await getCounts(follower)).toEqual([0]);
  });
});

describe('publishing a draft or scheduled post', () => {
  it('announces it, and lists it as the newest post', async () => {
    const feed = await buildFeed(app, creator, { status: 'inactive' });
    expect(feed.status).toBe('draft');
    app.clock.advance({ days: 3 });
    const between = await buildFeed(app, creator);
    await app.jobs.drain();
    app.clock.advance({ hours: 1 });
    await update(feed._id, { status: 'active' });
    await app.jobs.drain();
    expect((await getNews(follower)).map(({ refId }) => refId)).toEqual([feed._id, between._id]);
    const { data } = await app.call('listFeeds', { query: { performerId: creator.id } });
    expect(data.data.map(({ _id }) => _id)).toEqual([feed._id, between._id]);
  });

  it('announces a scheduled post once, at its time', async () => {
    const feed = await buildFeed(app, creator, { isSchedule: true, scheduleAt: inAnHour() });
    app.clock.advance({ hours: 1 });
    await app.jobs.run('publish-scheduled', {});
    await app.jobs.run('publish-scheduled', {});
    await app.jobs.drain();
    expect((await getNews(follower)).map(({ refId }) => refId)).toEqual([feed._id]);
  });

  it('sends a job for the exact time of the post', async () => {
    const send = vi.spyOn(app.context.jobs, 'send');
    const scheduleAt = inAnHour();
    const feed = await buildFeed(app, creator, { isSchedule: true, scheduleAt });
    const later = new Date(Date.parse(scheduleAt) + 60_000);
    await update(feed._id, { scheduleAt: later.toISOString() });
    const runs = send.mock.calls
      .filter(([name]) => name === 'publish-scheduled')
      .map(([, , options]) => options?.runAt);
    send.mockRestore();
    expect(runs).toEqual([new Date(scheduleAt), later]);
  });
});

describe('a scheduled post', () => {
  const listStates = async (state: string) =>
    (await app.call('listPerformerFeeds', { as: creator.token, query: { state } })).data.data.map(({ _id }) => _id);

  it('can be published immediately, turned into a draft, or edited', async () => {
    const plan = { isSchedule: true, scheduleAt: inAnHour() };
    const [now, aside, changed] = [
      await buildFeed(app, creator, plan),
      await buildFeed(app, creator, plan),
      await buildFeed(app, creator, plan),
    ];
    const hidden = await buildFeed(app, creator);
    await update(hidden._id, { status: 'inactive' });
    expect(await listStates('scheduled')).toHaveLength(3);
    await update(now._id, { isSchedule: false, status: 'active' });
    await update(aside._id, { isSchedule: false, scheduleAt: null, status: 'inactive' });
    await update(changed._id, { text: 'Changed' });
    expect(await listStates('published')).toEqual([now._id]);
    expect(await listStates('draft')).toEqual([aside._id]);
    expect(await listStates('scheduled')).toEqual([changed._id]);
    expect(await listStates('hidden')).toEqual([hidden._id]);
    app.clock.advance({ hours: 2 });
    await app.jobs.run('publish-scheduled', {});
    expect(await listStates('published')).toHaveLength(2);
    expect(await listStates('draft')).toEqual([aside._id]);
  });
});
