import { eq } from 'drizzle-orm';
import { files } from '../../server/db/schema/files';
import { follows } from '../../server/db/schema/social';
import type { subscriptions } from '../../server/db/schema/money';
import { inTransaction } from '../../server/db/transaction';
import { buildGallery, buildGalleryPhoto, buildProduct, buildVideo } from '../factories/assets';
import { buildFeed, buildPhotoFeed, buildPurchase } from '../factories/feed';
import { buildCard, byDefaultCard, listProblems } from '../factories/money';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fans: BuiltPerson[];
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 3 });
  fans = [];
});
afterEach(async () => expect((await listProblems(app)).filter(({ rule }) => rule === 'numbers-are-true')).toEqual([]));
afterAll(() => app.close());

const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
const login = (person: BuiltPerson) => app.services.session.open(person.id);

async function addFan(overrides: Partial<typeof subscriptions.$inferInsert> = {}): Promise<BuiltPerson> {
  const fan = await buildUser(app);
  fans.push(fan);
  await buildSubscription(app, { userId: fan.id, performerId: creator.id, ...overrides });
  return fan;
}

function single(told: Record<string, number | undefined>): number | undefined {
  const numbers = Object.values(told);
  expect(told).toEqual(Object.fromEntries(Object.keys(told).map((key) => [key, numbers[0]])));
  return numbers[0];
}

async function listStats() {
  // Creators' stats are cached for one second.
  testClock.moveTo(Date.now() + 2_000);
  const [reader, own] = [await buildUser(app), await login(creator)];
  const query = { performerIds: [creator.id] };
  const ofCards = async (name: 'searchPerformers' | 'listTopPerformers' | 'listRandomPerformers', as?: string) => {
    const { data } = await app.call(name, { as, query: { ...query, limit: 200 } });
    return data.data.find(({ _id }) => _id === creator.id)?.stats;
  };
  const [post] = (await app.call('listFeeds', { query: { performerId: creator.id, limit: 1 } })).data.data;
  return {
    'their page': (await app.call('getPerformer', { params: { id: creator.id } })).data.stats,
    'their page, for a fan': (await app.call('getPerformer', { as: reader.token, params: { id: creator.id } })).data
      .stats,
    themselves: (await app.call('getMyPerformer', { as: own })).data.stats,
    'a card in a search': await ofCards('searchPerformers'),
    'the same for a fan': await ofCards('searchPerformers', reader.token),
    'a card among the top': await ofCards('listTopPerformers'),
    ...(post && { 'their post': post.performer?.stats }),
  };
}

async function readSubscribers(): Promise<number | undefined> {
  const own = await login(creator);
  const stats = await listStats();
  const search = async (query: object) =>
    (await app.call('searchPerformerSubscriptions', { as: own, query: { isActive: true, limit: 1, ...query } })).data
      .total;
  const tiers = await Promise.all(
    (['monthly', 'yearly', 'free', 'system'] as const).map((subscriptionType) => search({ subscriptionType })),
  );
  const states = await Promise.all(
    (['active', 'deactivated', 'past_due'] as const).map((status) => search({ status })),
  );
  const rows = (await app.call('searchPerformerSubscriptions', { as: own, query: { limit: 200 } })).data.data;
  const now = app.clock.now();
  let subscribed = 0;
  for (const fan of fans) {
    const links = await app.services.people.views([creator.id], fan.actor);
    const view = links.get(creator.id);
    if (view?.isPerformer && view.isSubscribed) subscribed += 1;
  }
  return single({
    ...Object.fromEntries(Object.entries(stats).map(([place, told]) => [place, told?.subscribers])),
    'the home of the studio': (await app.call('getCreatorHome', { as: own })).data.activeSubscribers,
    'the page of subscribers': await search({}),
    'its tiers': tiers.reduce((sum, total) => sum + total, 0),
    'its states': states.reduce((sum, total) => sum + total, 0),
    'its rows': rows.filter(({ isActive }) => isActive).length,
    'ends in its rows': rows.filter(({ expiredAt }) => Date.parse(expiredAt) > now.getTime()).length,
    'what lets fans in': subscribed,
  });
}

describe('the number of subscribers', () => {
  it('is the same everywhere, for each state of a subscription, before and after each change', async () => {
    expect(await readSubscribers()).toBe(0);
    const paid = await addFan();
    expect(await readSubscribers()).toBe(1);
    const yearly = await addFan({ subscriptionType: 'yearly', expiredAt: inDays(300) });
    expect(await readSubscribers()).toBe(2);
    // Canceled but paid: counts until the paid period ends.
    await addFan({ status: 'deactivated', expiredAt: inDays(2) });
    expect(await readSubscribers()).toBe(3);
    // A failed renewal counts until the paid period ends.
    await addFan({ status: 'past_due', expiredAt: inDays(-1) });
    expect(await readSubscribers()).toBe(3);
    await addFan({ status: 'past_due', expiredAt: inDays(1) });
    expect(await readSubscribers()).toBe(4);
    await addFan({ status: 'deactivated', expiredAt: inDays(-3) });
    await addFan({ subscriptionType: 'free', expiredAt: inDays(-1), usedFreeSubscription: true });
    expect(await readSubscribers()).toBe(4);
    await addFan({ status: 'created', expiredAt: null });
    expect(await readSubscribers()).toBe(4);
    await addFan({ subscriptionType: 'free', expiredAt: inDays(3), usedFreeSubscription: true });
    await addFan({ subscriptionType: 'system', expiredAt: inDays(3) });
    expect(await readSubscribers()).toBe(6);

    // Blocked fans have paid, so they count although they have no access.
    await app.call('blockUser', { as: await login(creator), body: { targetId: paid.id } });
    expect(await readSubscribers()).toBe(6);
    await app.call('unblockUser', { as: await login(creator), body: { targetId: paid.id } });
    expect(await readSubscribers()).toBe(6);

    const row = await app.services.subscription.find(yearly.id, creator.id);
    const by = async (call: 'cancelSubscription' | 'resumeSubscription') =>
      app.call(call, { as: await login(yearly), params: { type: 'stripe', id: row?.id ?? '' } });
    expect((await by('cancelSubscription')).status).toBe(200);
    expect(await readSubscribers()).toBe(6);
    expect((await by('resumeSubscription')).status).toBe(200);
    expect(await readSubscribers()).toBe(6);

    app.clock.advance({ days: 1, minutes: 1 });
    expect(await readSubscribers()).toBe(5);
    app.clock.advance({ days: 1 });
    expect(await readSubscribers()).toBe(4);
    app.clock.advance({ days: 1 });
    expect(await readSubscribers()).toBe(2);
    await app.jobs.run('sweep', {});
    expect(await readSubscribers()).toBe(2);
    app.clock.advance({ days: 400 });
    expect(await readSubscribers()).toBe(0);
  });

  it('includes paid subscriptions, and excludes failed payments', async () => {
    const [buyer, refused] = [await buildUser(app), await buildUser(app)];
    fans.push(buyer, refused);
    const pay = async (fan: BuiltPerson) =>
      app.call('subscribePerformer', {
        as: await login(fan),
        body: { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) },
      });
    await buildCard(app, buyer);
    await buildCard(app, refused, { code: 'declinedLater' });
    expect((await pay(refused)).status).not.toBe(200);
    expect(await readSubscribers()).toBe(0);
    expect((await pay(buyer)).status).toBe(200);
    expect(await readSubscribers()).toBe(1);
  });

  it('sorts lists by the number that their rows show', async () => {
    await addFan({ expiredAt: inDays(1) });
    await addFan({ expiredAt: inDays(1) });
    const other = await buildPerformer(app);
    await buildSubscription(app, { userId: (await buildUser(app)).id, performerId: other.id });
    const list = async () => {
      const query = { performerIds: [creator.id, other.id], sortBy: 'stats.subscribers', sort: 'desc' } as const;
      const { data } = await app.call('searchPerformers', { query });
      return data.data.map(({ _id, stats }) => [_id, stats.subscribers]);
    };
    expect(await list()).toEqual([
      [creator.id, 2],
      [other.id, 1],
    ]);
    app.clock.advance({ days: 2 });
    expect(await list()).toEqual([
      [other.id, 1],
      [creator.id, 0],
    ]);
  });
});

const breakFile = (id: string) =>
  inTransaction(app.context.db, async (tx) => {
    await app.services.items.touchByFile(id, tx);
    await tx.update(files).set({ status: 'error' }).where(eq(files.id, id));
    await app.services.items.hideBroken(id, tx);
  });

async function readItems() {
  const stats = Object.entries(await listStats());
  const as = await login(creator);
  const mine = { as, query: { state: 'published' as const, limit: 1 } };
  const theirs = { query: { performerId: creator.id, limit: 1 } };
  const words = { query: { performerId: creator.id, limit: 1, fromDate: '2000-01-01', toDate: '2100-01-01' } };
  const shown = (key: 'totalFeeds' | 'totalPhotos' | 'totalVideos' | 'totalGalleries' | 'totalProducts') =>
    Object.fromEntries(stats.map(([place, told]) => [place, told?.[key]]));
  const all = { limit: 200 };
  const photos = await app.call('listPhotosOfPerformer', { params: { performerId: creator.id }, query: all });
  return {
    posts: single({
      ...shown('totalFeeds'),
      'the list': (await app.call('listFeeds', theirs)).data.total,
      'the list of some days': (await app.call('listFeeds', words)).data.total,
      'the studio': (await app.call('listPerformerFeeds', mine)).data.total,
    }),
    photos: single({
      ...shown('totalPhotos'),
      'the list': photos.data.total,
      'its rows': photos.data.data.length,
      'the studio': (await app.call('searchPerformerPhotos', mine)).data.total,
    }),
    videos: single({
      ...shown('totalVideos'),
      'the list': (await app.call('searchVideos', theirs)).data.total,
      'the studio': (await app.call('searchPerformerVideos', mine)).data.total,
    }),
    galleries: single({
      ...shown('totalGalleries'),
      'the list': (await app.call('searchGalleries', theirs)).data.total,
      'the studio': (await app.call('searchPerformerGalleries', mine)).data.total,
    }),
    products: single({
      ...shown('totalProducts'),
      'the list': (await app.call('searchProducts', theirs)).data.total,
      'the studio': (await app.call('searchPerformerProducts', mine)).data.total,
    }),
  };
}

describe('the number of published items is the same everywhere', () => {
  const none = { posts: 0, photos: 0, videos: 0, galleries: 0, products: 0 };
  const [draft, hidden] = [{ status: 'draft' }, { status: 'inactive' }] as const;
  const later = () => ({ isSchedule: true, scheduledAt: inDays(0.1).toISOString() });

  it('for posts: excludes drafts, scheduled and hidden posts; the photos of a post are not counted as photos', async () => {
    expect(await readItems()).toEqual(none);
    const post = await buildFeed(app, creator);
    const withPhoto = await buildPhotoFeed(app, creator);
    await buildFeed(app, creator, draft);
    await buildFeed(app, creator, hidden);
    await buildFeed(app, creator, { isSchedule: true, scheduleAt: inDays(0.1).toISOString() });
    expect(await readItems()).toEqual({ ...none, posts: 2 });
    await breakFile(withPhoto.files[0]?._id ?? '');
    expect(await readItems()).toEqual({ ...none, posts: 1 });
    app.clock.advance({ hours: 3 });
    await app.services.items.publishDue();
    expect(await readItems()).toEqual({ ...none, posts: 2 });
    await app.call('deleteFeed', { as: await login(creator), params: { id: post._id } });
    expect(await readItems()).toEqual({ ...none, posts: 1 });
  });

  it('for galleries and photos: includes single photos and published galleries, excludes photos that failed', async () => {
    const gallery = await buildGallery(app, creator);
    const galleryId = gallery._id;
    const first = await buildGalleryPhoto(app, creator, { galleryId });
    await buildGalleryPhoto(app, creator, { galleryId });
    await buildGalleryPhoto(app, creator, { galleryId, ...hidden });
    const hiddenGallery = await buildGallery(app, creator, hidden);
    await buildGalleryPhoto(app, creator, { galleryId: hiddenGallery._id });
    const alone = await buildGalleryPhoto(app, creator);
    expect(await readItems()).toEqual({ ...none, photos: 3, galleries: 1 });
    const opened = (await app.call('getGallery', { as: creator.token, params: { id: galleryId } })).data;
    const within = (await app.call('listPhotos', { query: { galleryId } })).data;
    expect(single({ 'the gallery': opened.numOfItems, 'its list': within.total, 'its rows': within.data.length })).toBe(
      2,
    );
    await breakFile(first.fileId);
    expect(await readItems()).toEqual({ ...none, photos: 2, galleries: 1 });
    const setGallery = (status: 'active' | 'inactive') =>
      app.call('updateGallery', { as: creator.token, params: { id: galleryId }, body: { status } });
    expect((await setGallery('inactive')).status).toBe(200);
    expect(await readItems()).toEqual({ ...none, photos: 1 });
    expect((await setGallery('active')).status).toBe(200);
    expect(await readItems()).toEqual({ ...none, photos: 2, galleries: 1 });
    // The creator has deleted this gallery. Its buyer still sees it.
    await buildPurchase(app, await buildUser(app), 'gallery', galleryId);
    await app.call('deleteGallery', { as: creator.token, params: { id: galleryId } });
    expect(await readItems()).toEqual({ ...none, photos: 1 });
    await app.call('deletePhoto', { as: creator.token, params: { id: alone._id } });
    expect(await readItems()).toEqual(none);
  });

  it('for videos, products and galleries: during conversion, after its failure, and when scheduled ones are published', async () => {
    const video = await buildVideo(app, creator);
    await buildVideo(app, creator, draft);
    await buildVideo(app, creator, later());
    const product = await buildProduct(app, creator);
    await buildProduct(app, creator, hidden);
    await buildProduct(app, creator, later());
    await buildGallery(app, creator, later());
    expect(await readItems()).toEqual({ ...none, videos: 1, products: 1 });
    await app.context.db.update(files).set({ status: 'processing' }).where(eq(files.id, video.fileId));
    expect(await readItems()).toEqual({ ...none, videos: 1, products: 1 });
    await breakFile(video.fileId);
    expect(await readItems()).toEqual({ ...none, products: 1 });
    app.clock.advance({ hours: 3 });
    await app.services.items.publishDue();
    expect(await readItems()).toEqual({ ...none, videos: 1, products: 2, galleries: 1 });
    await app.call('deleteProduct', { as: await login(creator), params: { id: product._id } });
    expect(await readItems()).toEqual({ ...none, videos: 1, products: 1, galleries: 1 });
  });
});

describe('the number of followers', () => {
  it('is the same everywhere, even after an account is closed or erased', async () => {
    const read = async () =>
      single({
        ...Object.fromEntries(Object.entries(await listStats()).map(([place, told]) => [place, told?.followers])),
        'the list': (await app.call('listFollowers', { as: await login(creator), query: { limit: 1 } })).data.total,
      });
    const [first, second] = [await buildUser(app), await buildUser(app)];
    for (const fan of [first, second]) await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
    expect(await read()).toBe(2);
    await app.call('requestDeletion', { as: await login(second), body: { password: 'correct horse' } });
    expect(await read()).toBe(2);
    await app.call('blockUser', { as: await login(creator), body: { targetId: first.id } });
    expect(await read()).toBe(await app.context.db.$count(follows, eq(follows.followingId, creator.id)));
    await app.call('unfollowPerformer', { as: await login(first), params: { id: creator.id } });
    expect(await read()).toBe(1);
  });
});
