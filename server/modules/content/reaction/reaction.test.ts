import { userBlocks } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let feedId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  feedId = (await buildFeed(app, creator))._id;
});

const key = (action = 'like', objectType = 'feed', objectId = feedId) => ({ action, objectType, objectId });
const react = (who: BuiltPerson, body = key()) => app.call('createReaction', { as: who.token, body });
const takeBack = (who: BuiltPerson, body = key()) => app.call('deleteReaction', { as: who.token, body });
const likes = async () => ({
  feed: (await app.services.feed.find(feedId))?.totalLike,
  creator: (await app.services.people.find(creator.id))?.performer?.statLikes,
});
const bookmarks = (type: string, who = fan) => app.call('listBookmarks', { as: who.token, params: { type } });

describe('POST /reactions', () => {
  it('counts a like only once, on the post and for its creator', async () => {
    const replies = await Promise.all([react(fan), react(fan), react(fan)]);
    replies.push(await react(fan));
    expect(new Set(replies.map((reply) => reply.data._id)).size).toBe(1);
    expect(replies[0]?.data).toMatchObject({ ...key(), createdBy: fan.id, source: 'user' });
    expect(await likes()).toEqual({ feed: 1, creator: 1 });
  });

  it('does not reorder the creator’s list of last edited posts', async () => {
    const before = await app.services.feed.find(feedId);
    app.clock.advance({ minutes: 1 });
    await react(fan);
    expect((await app.services.feed.find(feedId))?.updatedAt).toEqual(before?.updatedAt);
  });

  it('counts likes for the creator, but not favorites or bookmarks', async () => {
    await react(fan, key('bookmark'));
    await react(fan, key('favourite'));
    expect(await likes()).toEqual({ feed: 0, creator: 0 });
    await react(fan, key('like', 'performer', creator.id));
    expect(await likes()).toEqual({ feed: 0, creator: 1 });
  });

  it('counts bookmarks on the post, once per account, until they are removed', async () => {
    const counted = async () => (await app.services.feed.find(feedId))?.totalBookmark;
    await Promise.all([react(fan, key('bookmark')), react(fan, key('bookmark')), react(creator, key('bookmark'))]);
    expect(await counted()).toBe(2);
    await Promise.all([takeBack(fan, key('bookmark')), takeBack(fan, key('bookmark'))]);
    expect(await counted()).toBe(1);
  });

  it('notifies the creator of a like once, but not of the creator’s own likes', async () => {
    await react(fan);
    await takeBack(fan);
    await react(fan);
    await react(creator);
    const { data } = await app.call('listNotifications', { as: creator.token });
    expect(data.data).toMatchObject([
      { type: 'liked', action: 'like', refId: feedId, refSource: 'feed', reference: { _id: feedId }, read: false },
    ]);
  });

  it('returns 404 for targets hidden from the caller', async () => {
    const hidden = await buildFeed(app, creator, { status: 'inactive' });
    const blocked = await buildUser(app);
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: blocked.id });
    const replies = await Promise.all([
      react(fan, key('like', 'feed', hidden._id)),
      react(blocked),
      react(blocked, key('like', 'performer', creator.id)),
      react(fan, key('like', 'performer', fan.id)),
      react(fan, key('like', 'comment', 'd'.repeat(24))),
      react(fan, key('like', 'video', 'd'.repeat(24))),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
  });
});

describe('DELETE /reactions', () => {
  it('removes a like only once', async () => {
    await react(fan);
    const replies = await Promise.all([takeBack(fan), takeBack(fan)]);
    expect(replies.map((reply) => reply.data).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await likes()).toEqual({ feed: 0, creator: 0 });
  });

  it('also accepts its fields in the query', async () => {
    await react(fan);
    expect((await app.call('deleteReaction', { as: fan.token, query: key() })).data).toBe(true);
  });
});

describe('GET /reactions/:type/bookmark', () => {
  it('lists posts and creators that the caller can see, newest first', async () => {
    const second = await buildFeed(app, creator);
    await react(fan, key('bookmark'));
    app.clock.advance({ seconds: 1 });
    await react(fan, key('bookmark', 'feed', second._id));
    await react(fan, key('bookmark', 'performer', creator.id));
    const { data } = await bookmarks('feeds');
    expect(data.total).toBe(2);
    expect(data.data.map((row) => row.objectInfo?._id)).toEqual([second._id, feedId]);
    expect(data.data[0]?.objectInfo).toMatchObject({ isBookMarked: true, access: 'locked-subscription', text: '' });
    expect((await bookmarks('performers')).data.data).toMatchObject([
      { objectType: 'performer', objectInfo: { _id: creator.id, username: creator.account.username } },
    ]);
    expect((await bookmarks('feeds', creator)).data.total).toBe(0);
  });

  it('lists deleted and hidden targets without their content', async () => {
    await react(fan, key('bookmark'));
    await react(fan, key('bookmark', 'performer', creator.id));
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    for (const type of ['feeds', 'performers']) {
      expect((await bookmarks(type)).data).toMatchObject({ total: 1, data: [{ objectInfo: null }] });
    }
  });

  it.each(['galleries', 'videos', 'products'])('returns an empty page for %s', async (type) => {
    expect((await bookmarks(type)).data).toEqual({ data: [], total: 0 });
  });
});
