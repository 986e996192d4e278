import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import {
  buildFeed,
  buildPhotoFeed,
  buildPlatformSubscription,
  buildPollOption,
} from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

/** `app` handles the fan's actions; `other` creates the posts, and is where the fan reads. */
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
  other = await buildTestApp({ TRUST_PROXY: '1' }, { beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(5_000) });
});

const headers = { 'cf-ipcountry': 'NZ' };
async function lists(query: Record<string, unknown> = { performerId: creator.id }) {
  const { data } = await other.call('listFeeds', { query, as: fan.token, headers });
  return data;
}
const own = async (query?: Record<string, unknown>) =>
  (await lists(query)).data.find((feed) => feed.fromSourceId === creator.id);

describe('a post in a list that another process has just read', () => {
  it('opens immediately after a purchase, with the buyer’s own links', async () => {
    const feed = await buildPhotoFeed(other, creator, { isSale: true, price: 5 });
    expect(await own()).toMatchObject({ access: 'locked-sale', text: '', isBought: false });
    await app.call('buyFeed', { params: { id: feed._id }, as: fan.token });
    const bought = await own();
    expect(bought).toMatchObject({ access: 'open', text: 'What only some may read', isBought: true });
    expect(bought?.files[0]?.url).toContain(`v=${fan.id}&`);
    const stranger = await buildUser(app);
    const { data } = await other.call('listFeeds', { query: { performerId: creator.id }, as: stranger.token, headers });
    expect(data.data[0]).toMatchObject({ access: 'locked-sale', text: '' });
    expect(JSON.stringify(data)).not.toContain(fan.id);
  });

  it('opens with a subscription, and is locked again when it ends', async () => {
    await buildPhotoFeed(other, creator);
    expect(await own()).toMatchObject({ access: 'locked-subscription' });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    expect(await own()).toMatchObject({ access: 'open', isSubscribed: true, performer: { isSubscribed: true } });
    const past = new Date(app.clock.now().getTime() - 1_000);
    await app.context.db.update(subscriptions).set({ expiredAt: past }).where(eq(subscriptions.userId, fan.id));
    expect(await own()).toMatchObject({ access: 'locked-subscription', text: '', files: [{ url: null }] });
  });

  it('opens with a platform subscription', async () => {
    await buildFeed(other, creator, { isFree: true });
    expect(await own()).toMatchObject({ access: 'locked-platform' });
    await buildPlatformSubscription(app, fan);
    expect(await own()).toMatchObject({ access: 'open' });
  });

  it.each([{}, { isHome: true }])('disappears once the creator blocks the fan (query: %j)', async (query) => {
    await buildFeed(other, creator);
    await app.call('followPerformer', { params: { id: creator.id }, as: fan.token });
    expect(await own(query)).toMatchObject({ fromSourceId: creator.id });
    await app.call('blockUser', { body: { targetId: fan.id }, as: creator.token });
    expect(await own(query)).toBeUndefined();
    expect(await lists()).toEqual({ data: [], total: 0 });
  });

  it.each([{}, { isHome: true }])(
    'disappears once the creator blocks the country or closes the account (query: %j)',
    async (query) => {
      await buildFeed(other, creator);
      await app.call('followPerformer', { params: { id: creator.id }, as: fan.token });
      expect(await own(query)).toMatchObject({ fromSourceId: creator.id });
      await app.call('blockCountries', { body: { countryCodes: ['NZ'] }, as: creator.token });
      expect(await own(query)).toBeUndefined();
      await app.call('blockCountries', { body: { countryCodes: ['NO'] }, as: creator.token });
      expect(await own()).toBeDefined();
      await app.context.db.update(accounts).set({ status: 'closing' }).where(eq(accounts.id, creator.id));
      expect(await own(query)).toBeUndefined();
    },
  );

  it('shows the creator’s edits, and disappears when deleted', async () => {
    const feed = await buildFeed(other, creator, { isSale: true, price: 0 });
    expect(await own()).toMatchObject({ access: 'open', text: 'What only some may read' });
    // An edit is detected by its time, so time must have passed.
    app.clock.advance({ ms: 1 });
    await app.call('updateFeed', { params: { id: feed._id }, body: { isSale: true, price: 7 }, as: creator.token });
    expect(await own()).toMatchObject({ access: 'locked-sale', price: 7, text: '' });
    await app.call('deleteFeed', { params: { id: feed._id }, as: creator.token });
    expect(await lists()).toEqual({ data: [], total: 0 });
  });

  it('is on Home only while the fan follows the creator', async () => {
    const { _id } = await buildFeed(other, creator);
    const home = async () => (await lists({ isHome: true })).data.map((feed) => feed._id);
    expect(await home()).toEqual([]);
    await app.call('followPerformer', { params: { id: creator.id }, as: fan.token });
    expect(await home()).toEqual([_id]);
    expect(await own({ isHome: true })).toMatchObject({ isFollowed: true, performer: { isFollowed: true } });
    await app.call('unfollowPerformer', { params: { id: creator.id }, as: fan.token });
    expect(await home()).toEqual([]);
  });

  it('shows the fan’s like, bookmark and vote', async () => {
    const pollIds = [await buildPollOption(app, creator), await buildPollOption(app, creator, 'No')];
    const feed = await buildFeed(other, creator, { isSale: true, price: 0, pollIds, pollDescription: 'Well?' });
    expect(await own()).toMatchObject({ isLiked: false, totalLike: 0, polls: [{ isVoted: false }, {}] });
    const reaction = { objectType: 'feed', objectId: feed._id };
    for (const action of ['like', 'bookmark']) {
      await app.call('createReaction', { body: { ...reaction, action }, as: fan.token });
    }
    await app.call('votePoll', { params: { id: pollIds[1] ?? '' }, as: fan.token });
    expect(await own()).toMatchObject({
      isLiked: true,
      totalLike: 1,
      isBookMarked: true,
      polls: [
        { isVoted: false, totalVote: 0 },
        { isVoted: true, totalVote: 1 },
      ],
    });
  });
});
