import { userBlocks } from '../../../db/schema/social';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});

const follow = (who: BuiltPerson, id = creator.id) => app.call('followPerformer', { as: who.token, params: { id } });
const unfollow = (who: BuiltPerson, id = creator.id) =>
  app.call('unfollowPerformer', { as: who.token, params: { id } });
const counts = async () => {
  const [followed, follower] = [await app.services.people.find(creator.id), await app.services.people.find(fan.id)];
  return [followed?.performer?.statFollowers, follower?.account.statFollowing];
};
const block = (user: BuiltPerson) =>
  app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: user.id });

describe('POST /follows/:id', () => {
  it('follows only once, even with repeated and concurrent requests', async () => {
    const replies = await Promise.all([follow(fan), follow(fan), follow(fan)]);
    replies.push(await follow(fan));
    expect(new Set(replies.map((reply) => reply.data._id)).size).toBe(1);
    expect(replies[0]?.data).toMatchObject({ followerId: fan.id, followingId: creator.id });
    expect(await counts()).toEqual([1, 1]);
  });

  it('notifies the creator only the first time', async () => {
    await follow(fan);
    await unfollow(fan);
    await follow(fan);
    const { data } = await app.call('listNotifications', { as: creator.token });
    expect(data).toMatchObject({ total: 1, totalUnread: 1 });
    expect(data.data[0]).toMatchObject({ type: 'performer', action: 'follow', createdBy: { _id: fan.id } });
  });

  it('returns the same 404 for fans and creators hidden from the caller, and 403 for oneself', async () => {
    const blocked = await buildUser(app);
    await block(blocked);
    const closed = await buildPerformer(app, { status: 'inactive' });
    const replies = await Promise.all([
      follow(blocked),
      follow(fan, fan.id.replace(/^./, '0')),
      follow(creator, fan.id),
      follow(fan, closed.id),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect((await follow(creator)).status).toBe(403);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('DELETE /follows/:id', () => {
  it('stops following; returns 404 if the fan is not following', async () => {
    await follow(fan);
    const replies = await Promise.all([unfollow(fan), unfollow(fan)]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(replies.find((reply) => reply.status === 200)?.data).toBe(true);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('GET /follows/followers, /follows/following', () => {
  it('list both sides with their accounts, newest first', async () => {
    const later = await buildUser(app, { name: 'Quill Later' });
    await follow(fan);
    app.clock.advance({ seconds: 1 });
    await follow(later);
    const { data } = await app.call('listFollowers', { as: creator.token });
    expect(data.total).toBe(2);
    expect(data.data.map((row) => row.followerInfo?._id)).toEqual([later.id, fan.id]);
    expect(data.data[0]?.followingInfo).toMatchObject({ _id: creator.id, isPerformer: true });
    const found = await app.call('listFollowers', { as: creator.token, query: { q: 'quill' } });
    expect(found.data.data.map((row) => row.followerId)).toEqual([later.id]);
    const mine = await app.call('listFollowing', { as: fan.token });
    expect(mine.data.data).toMatchObject([{ followingId: creator.id, followingInfo: { isFollowed: true } }]);
  });

  it('exclude creators who block the follower', async () => {
    await follow(fan);
    await block(fan);
    expect((await app.call('listFollowing', { as: fan.token })).data).toEqual({ data: [], total: 0 });
  });
});
