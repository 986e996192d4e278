import { eq } from 'drizzle-orm';
import { subscriptions } from '../../../db/schema/money';
import { comments, reactions, userBlocks } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../tests/harness/lock-races';
import { createCommentRepository } from './comment-repository';

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
  fan = await buildSubscriber();
  feedId = (await buildFeed(app, creator))._id;
});

async function buildSubscriber(): Promise<BuiltPerson> {
  const person = await buildUser(app);
  await buildSubscription(app, { userId: person.id, performerId: creator.id });
  return person;
}

const say = (who: BuiltPerson, content: string, objectId = feedId, objectType = 'feed') =>
  app.call('createComment', { as: who.token, body: { content, objectId, objectType } });
const answer = (who: BuiltPerson, content: string, id: string) => say(who, content, id, 'comment');
const list = (who?: BuiltPerson, query: Record<string, unknown> = {}) =>
  app.call('listComments', { as: who?.token, query: { objectId: feedId, objectType: 'feed', ...query } });
const remove = (who: BuiltPerson, id: string) => app.call('deleteComment', { as: who.token, params: { id } });
const getNews = async (who: BuiltPerson) =>
  (await app.call('listNotifications', { as: who.token, query: { type: 'comment' } })).data.data;
const totalComment = async () => (await app.services.feed.find(feedId))?.totalComment;

describe('POST /comments', () => {
  it('counts the comment on the post and notifies its creator', async () => {
    const reply = await say(fan, '  Lovely light!  ');
    expect(reply.data).toMatchObject({
      content: 'Lovely light!',
      objectId: feedId,
      objectType: 'feed',
      recipientId: creator.id,
      createdBy: fan.id,
      creator: { _id: fan.id, name: fan.account.name },
      isAuth: true,
      isLiked: false,
      totalReply: 0,
    });
    expect(await totalComment()).toBe(1);
    expect(await getNews(creator)).toMatchObject([{ action: 'comment', refId: feedId, reference: { _id: feedId } }]);
    expect(await getNews(fan)).toEqual([]);
  });

  it('stores a reply to a reply under the top comment and notifies the author of the reply', async () => {
    const [second, third] = [await buildSubscriber(), await buildSubscriber()];
    const { data: top } = await say(fan, 'first');
    const { data: reply } = await answer(second, 'second', top._id);
    const { data: deep } = await answer(third, 'third', reply._id);
    expect([reply, deep].map((one) => [one.objectId, one.objectType])).toEqual([
      [top._id, 'comment'],
      [top._id, 'comment'],
    ]);
    expect((await list(fan)).data).toMatchObject({ total: 1, data: [{ _id: top._id, totalReply: 2 }] });
    const replies = await list(fan, { objectId: top._id, objectType: 'comment', sort: 'asc' });
    expect(replies.data.data.map((one) => one._id).toSorted()).toEqual([reply._id, deep._id].toSorted());
    expect(await totalComment()).toBe(1);
    expect(await getNews(fan)).toMatchObject([{ action: 'reply', refId: feedId, createdBy: { _id: second.id } }]);
    expect(await getNews(second)).toMatchObject([{ action: 'reply', createdBy: { _id: third.id } }]);
  });

  it('requires access to the post, and returns 404 if the post is hidden from the caller', async () => {
    const [stranger, blocked] = [await buildUser(app), await buildSubscriber()];
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: blocked.id });
    const { data: comment } = await say(fan, 'for us');
    expect((await say(stranger, 'let me in')).status).toBe(403);
    expect((await answer(stranger, 'let me in', comment._id)).status).toBe(404);
    expect((await say(blocked, 'why')).status).toBe(404);
    expect((await answer(blocked, 'why', comment._id)).status).toBe(404);
    expect((await say(fan, 'what', creator.id)).status).toBe(404);
    expect((await say(creator, 'I may')).status).toBe(200);
    expect(await totalComment()).toBe(2);
  });

  describe('if the creator has chosen who can comment', () => {
    const choose = (commentsFrom: string) =>
      app.call('updatePreferences', { as: creator.token, body: { commentsFrom } });

    it('accepts comments and replies only from the chosen accounts, the creator and administrators', async () => {
      const open = (await buildFeed(app, creator, { isSale: true, price: 0 }))._id;
      const [follower, stranger] = [await buildUser(app), await buildUser(app)];
      const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
      await app.call('followPerformer', { as: follower.token, params: { id: creator.id } });
      const { data: first } = await say(stranger, 'everybody may', open);
      const outcomes = async () => {
        const statuses = [];
        for (const who of [stranger, follower, fan, creator, admin]) {
          const { status } = await say(who, 'and I?', open);
          expect((await answer(who, 'and I?', first._id)).status).toBe(status);
          expect((await list(who, { objectId: open })).data.mayComment).toBe(status === 200);
          expect((await list(who, { objectId: first._id, objectType: 'comment' })).data.mayComment).toBe(
            status === 200,
          );
          statuses.push(status);
        }
        return statuses;
      };
      await choose('follows');
      expect(await outcomes()).toEqual([403, 200, 200, 200, 200]);
      await choose('subscriptions');
      expect(await outcomes()).toEqual([403, 403, 200, 200, 200]);
      await choose('nobody');
      expect(await outcomes()).toEqual([403, 403, 403, 200, 200]);
      expect((await say(stranger, 'why', open)).body).toMatchObject({ error: 'COMMENTS_CLOSED' });
      expect((await list(undefined, { objectId: open })).data).toMatchObject({
        mayComment: false,
        commentsFrom: 'nobody',
      });
    });

    it('does not count an expired subscription', async () => {
      const open = (await buildFeed(app, creator, { isSale: true, price: 0 }))._id;
      await choose('subscriptions');
      const expiredAt = new Date(app.clock.now().getTime() - 1);
      await app.context.db.update(subscriptions).set({ expiredAt }).where(eq(subscriptions.userId, fan.id));
      expect((await say(fan, 'still here', open)).status).toBe(403);
    });

    it('lets authors still edit and delete their earlier comments', async () => {
      const { data: comment } = await say(fan, 'teh light');
      await choose('nobody');
      const params = { id: comment._id };
      expect((await app.call('updateComment', { as: fan.token, params, body: { content: 'the light' } })).status).toBe(
        200,
      );
      expect((await remove(fan, comment._id)).status).toBe(200);
    });
  });

  it.each([
    ['an empty text', '   '],
    ['a text that is too long', 'x'.repeat(1001)],
  ])('rejects %s', async (_, content) => {
    expect((await say(fan, content)).status).toBe(400);
  });
});

describe('GET /comments', () => {
  it('lists newest first, with likes and what the viewer can delete', async () => {
    const { data: older } = await say(fan, 'older');
    app.clock.advance({ seconds: 1 });
    const { data: newer } = await say(creator, 'newer');
    const like = { objectId: older._id, objectType: 'comment', action: 'like' };
    expect((await app.call('createReaction', { as: creator.token, body: like })).status).toBe(200);
    const { data } = await list(fan);
    expect(data.total).toBe(2);
    expect(data.data).toMatchObject([
      { _id: newer._id, isAuth: false, isLiked: false, creator: { _id: creator.id, isPerformer: true } },
      { _id: older._id, isAuth: true, isLiked: false, totalLike: 1 },
    ]);
    expect((await list(creator)).data.data.map((one) => [one.isAuth, one.isLiked])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect((await list(fan, { limit: 1, offset: 1 })).data.data.map((one) => one._id)).toEqual([older._id]);
  });

  it('shows guests the comments of open posts, but none of locked posts', async () => {
    await say(fan, 'for subscribers');
    expect((await list()).data).toEqual({ data: [], total: 0 });
    const open = await buildFeed(app, creator, { isSale: true, price: 0 });
    await say(fan, 'for all', open._id);
    expect((await list(undefined, { objectId: open._id })).data).toMatchObject({ total: 1, data: [{ isAuth: false }] });
    expect((await list(undefined, { objectId: 'e'.repeat(24) })).status).toBe(404);
  });
});

describe('PUT /comments/:id', () => {
  it('updates the caller’s own comment, sent as JSON or as a form', async () => {
    const { data: comment } = await say(fan, 'teh light');
    const change = (who: BuiltPerson, content: string, files?: Record<string, never>) =>
      app.call('updateComment', { as: who.token, params: { id: comment._id }, body: { content }, files });
    expect((await change(fan, 'the light')).data).toEqual({ updated: true });
    expect((await change(fan, 'the lights', {})).data).toEqual({ updated: true });
    expect((await list(fan)).data.data[0]?.content).toBe('the lights');
    expect((await change(creator, 'mine now')).status).toBe(403);
    expect((await change(await buildUser(app), 'mine now')).status).toBe(404);
  });
});

describe('DELETE /comments/:id', () => {
  it('deletes replies and likes with the comment, and updates the counters', async () => {
    const { data: top } = await say(fan, 'top');
    const { data: reply } = await answer(creator, 'reply', top._id);
    const like = { objectId: reply._id, objectType: 'comment', action: 'like' };
    await app.call('createReaction', { as: fan.token, body: like });
    expect((await remove(fan, top._id)).data).toMatchObject({ _id: top._id, content: 'top' });
    expect((await list(fan)).data.total).toBe(0);
    expect(await totalComment()).toBe(0);
    const { db } = app.context;
    expect(await db.select().from(comments).where(eq(comments.objectId, top._id))).toEqual([]);
    expect(await db.select().from(reactions).where(eq(reactions.objectId, reply._id))).toEqual([]);
    expect((await remove(fan, top._id)).status).toBe(404);
  });

  it('also deletes a reply that is added at the same moment', async () => {
    const { data: top } = await say(fan, 'top');
    const { db } = app.context;
    const repository = createCommentRepository(db);
    const about = { objectType: 'comment', objectId: top._id, createdBy: creator.id, recipientId: creator.id };
    const gone = await meanwhile(
      app,
      async (tx) => {
        await repository.count(top._id, 'totalReply', 1, tx);
        await repository.insert({ content: 'reply', ...about }, tx);
      },
      () => remove(fan, top._id),
    );
    expect(gone.status).toBe(200);
    expect(await db.select().from(comments).where(eq(comments.objectId, top._id))).toEqual([]);
  });

  it('allows only the comment’s author and the owner of the post', async () => {
    const second = await buildSubscriber();
    const { data: mine } = await say(fan, 'mine');
    const { data: reply } = await answer(fan, 'my answer', mine._id);
    expect((await remove(second, mine._id)).status).toBe(403);
    expect((await remove(await buildPerformer(app), mine._id)).status).toBe(404);
    expect((await remove(creator, reply._id)).status).toBe(200);
    expect((await list(fan)).data.data[0]?.totalReply).toBe(0);
    expect((await remove(creator, mine._id)).status).toBe(200);
  });

  it('lets authors delete comments after their subscription has ended', async () => {
    const { data: mine } = await say(fan, 'mine');
    app.clock.advance({ days: 31 });
    fan = { ...fan, token: await app.services.session.open(fan.id) };
    expect((await say(fan, 'again')).status).toBe(403);
    expect((await remove(fan, mine._id)).status).toBe(200);
  });
});
