import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import type { EndpointSchema } from '@contract/base/define';
import { cents } from '@contract/base/money';
import { payoutRequests } from '../../server/db/schema/payouts';
import { banners } from '../../server/db/schema/site';
import { buildGallery, buildGalleryPhoto, buildProduct, buildVideo } from '../factories/assets';
import { buildFeed } from '../factories/feed';
import { buildCard, byDefaultCard } from '../factories/money';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildShow, joinRoom } from '../factories/show';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../harness/build-test-app';

const getQuery = (name: EndpointName): string[] => {
  const { query } = schemas[name] as EndpointSchema;
  return query && 'shape' in query ? Object.keys(query.shape as object) : [];
};
const lists = (Object.keys(routes) as EndpointName[]).filter((name) => getQuery(name).includes('sort'));

const ordered: EndpointName[] = ['listRandomPerformers', 'listTopPerformers'];

const address = {
  country: 'PT',
  state: 'Lisboa',
  city: 'Lisboa',
  streetNumber: '1',
  streetAddress: 'Rua',
  zipCode: '1100-001',
};

const asked: Partial<Record<EndpointName, () => TestCall>> = {
  searchUsers: () => ({ as: star.token }),
  listAddresses: () => ({ as: fan.token }),
  listBlockedUsers: () => ({ as: star.token }),
  listComments: () => ({ as: fan.token, query: { objectId: posts[0], objectType: 'feed' } }),
  searchEarnings: () => ({ as: star.token }),
  searchSubscriptionEarnings: () => ({ as: star.token }),
  listPerformerFeeds: () => ({ as: star.token }),
  listFeeds: () => ({ as: fan.token }),
  listFollowers: () => ({ as: star.token }),
  listFollowing: () => ({ as: fan.token }),
  listConversations: () => ({ as: fan.token }),
  searchConversations: () => ({ as: fan.token }),
  listMessages: () => ({ as: fan.token, params: { id: conversation } }),
  listPublicStreamMessages: () => ({ params: { id: showChat } }),
  searchMessages: () => ({ as: fan.token, query: { q: 'morning' } }),
  listNotifications: () => ({ as: star.token, query: { type: 'performer' } }),
  searchTransactions: () => ({ as: fan.token }),
  listCards: () => ({ as: fan.token }),
  searchPerformers: () => ({}),
  listPosts: () => ({}),
  listPurchases: () => ({ as: fan.token }),
  listBookmarks: () => ({ as: fan.token, params: { type: 'feeds' } }),
  listBanners: () => ({}),
  listKeywords: () => ({ as: star.token }),
  searchPerformerSubscriptions: () => ({ as: star.token }),
  searchUserSubscriptions: () => ({ as: fan.token }),
  listCharges: () => ({ as: fan.token }),
  listWalletLines: () => ({ as: fan.token }),
  searchPerformerVideos: () => ({ as: star.token }),
  searchVideos: () => ({}),
  searchPerformerGalleries: () => ({ as: star.token }),
  searchGalleries: () => ({}),
  searchPerformerPhotos: () => ({ as: star.token }),
  listPhotos: () => ({}),
  listPhotosOfPerformer: () => ({ params: { performerId: star.id } }),
  searchPayoutRequests: () => ({ as: star.token }),
  listRefundRequests: () => ({ as: fan.token }),
  searchReceivedRefunds: () => ({ as: star.token }),
  searchOrders: () => ({ as: star.token }),
  searchUserOrders: () => ({ as: fan.token }),
  searchPerformerProducts: () => ({ as: star.token }),
  searchProducts: () => ({}),
  searchStreams: () => ({}),
  listStreamViewers: () => ({ as: star.token, params: { id: show } }),
};

let app: TestApp;
let fan: BuiltPerson;
let star: BuiltPerformer;
let posts: string[];
const products: string[] = [];
let conversation: string;
let show: string;
let showChat: string;

async function ask(name: EndpointName, call: TestCall) {
  app.clock.advance({ seconds: 1 });
  const reply = await app.call(name, call);
  if (reply.status !== 200) throw new Error(`${name}: ${JSON.stringify(reply.body)}`);
  return reply.data as { _id: string };
}

beforeAll(async () => {
  app = await buildTestApp();
  const others = [await buildUser(app, { wallet: cents(5_000) }), await buildUser(app, { wallet: cents(5_000) })];
  fan = await buildUser(app, { wallet: cents(50_000) });
  const creators: BuiltPerformer[] = [];
  for (let index = 0; index < 3; index += 1) creators.push(await buildPerformer(app));
  [star] = creators as [BuiltPerformer];
  posts = [];
  for (let index = 0; index < 3; index += 1) {
    app.clock.advance({ seconds: 1 });
    posts.push((await buildFeed(app, star, { isSale: true, price: 4 }))._id);
    for (const build of [buildVideo, buildGallery, buildGalleryPhoto]) await build(app, star);
    products.push((await buildProduct(app, star))._id);
  }
  const as = fan.token;
  for (let index = 0; index < 3; index += 1) {
    app.clock.advance({ seconds: 1 });
    await buildCard(app, fan, { isDefault: index === 0 });
  }
  for (const creator of creators) {
    await ask('followPerformer', { as, params: { id: creator.id } });
    const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
    await ask('subscribePerformer', { as, body });
    const { _id: id } = await ask('createConversation', { as, body: { source: 'performer', sourceId: creator.id } });
    conversation = id;
    for (const text of ['Good morning', 'Another morning', 'Morning again']) {
      await ask('sendMessage', { as, params: { id }, body: { text } });
    }
  }
  for (const other of others) {
    await ask('followPerformer', { as: other.token, params: { id: star.id } });
    await buildCard(app, other);
    const body = { performerId: star.id, type: 'monthly', ...(await byDefaultCard(app, other)) };
    await ask('subscribePerformer', { as: other.token, body });
  }
  for (const id of posts) {
    const { _id: saleId } = await ask('buyFeed', { as, params: { id }, body: {} });
    await ask('askForRefund', { as, body: { saleId, reason: 'Not as shown' } });
    await ask('createReaction', { as, body: { objectId: id, objectType: 'feed', action: 'bookmark' } });
    await ask('createComment', { as, body: { objectId: posts[0], objectType: 'feed', content: 'Hello' } });
    const { _id: deliveryAddressId } = await ask('createAddress', { as, body: { name: 'Home', ...address } });
    await ask('buyProduct', { as, params: { id: products[posts.indexOf(id)]! }, body: { deliveryAddressId } });
    await ask('searchKeyword', { as, body: { keyword: `word ${id}` } });
    const blocked = await buildUser(app);
    await ask('blockUser', { as: star.token, body: { targetId: blocked.id } });
    const post = { slug: `page-${id}`, title: 'A page', content: '', shortDescription: '', type: 'page' as const };
    await app.services.page.save({ ...post, ordering: 0, authorId: star.id });
    const payout = {
      performerId: star.id,
      amount: cents(6_000),
      accountType: 'banking',
      accountInfo: {},
      status: 'rejected',
    } as const;
    await app.context.db
      .insert(payoutRequests)
      .values({ ...payout, createdAt: app.clock.now(), updatedAt: app.clock.now() });
    await app.context.db.insert(banners).values({ title: id, updatedAt: app.clock.now() });
  }
  for (const creator of creators) {
    app.clock.advance({ seconds: 1 });
    const { _id: id, conversationId } = await buildShow(app, creator);
    if (creator.id !== star.id) continue;
    show = id;
    showChat = conversationId;
    for (const text of ['Good evening', 'Another evening', 'Evening again'])
      await ask('sendStreamMessage', { as: fan.token, params: { id: showChat }, body: { text } });
    for (const viewer of [fan, ...others]) {
      app.clock.advance({ seconds: 1 });
      await joinRoom(app, viewer, conversationId);
    }
  }
});
afterAll(() => app.close());

describe('wire 1.5: `sort=asc` ascends', () => {
  it('covers every list that accepts an order', () => {
    expect(Object.keys(asked).toSorted()).toEqual(lists.filter((name) => !ordered.includes(name)).toSorted());
  });

  it.each(Object.entries(asked))('%s', async (name, make) => {
    const call = make();
    const read = async (query: object) => {
      const reply = await app.call(name as EndpointName, { ...call, query: { limit: 200, ...call.query, ...query } });
      expect(reply.status).toBe(200);
      return (reply.data as { data: Record<string, unknown>[] }).data;
    };
    // The default card and address come first in either order.
    const getKey = (row: Record<string, unknown>) => JSON.stringify(row['_id'] ?? row);
    const getKeys = (rows: Record<string, unknown>[]) => rows.filter((row) => row['isDefault'] !== true).map(getKey);
    const down = getKeys(await read({}));
    expect(down.length).toBeGreaterThan(1);
    expect(getKeys(await read({ sort: 'desc' }))).toEqual(down);
    expect(getKeys(await read({ sort: 'asc' }))).toEqual(down.toReversed());
  });

  it.each([
    ['of all creators', () => ({})],
    ['of one creator', () => ({ performerId: star.id })],
    ['at home', () => ({ isHome: 'true' })],
    ['unlocked ones at home', () => ({ isHome: 'true', isUnlocked: 'true' })],
  ])('posts %s, page by page', async (_which, filter) => {
    const read = async (query: object) =>
      (await app.call('listFeeds', { as: fan.token, query: { ...filter(), sort: 'asc', ...query } })).data.data;
    const first = await read({ limit: 2 });
    expect(first.map(({ _id }) => _id)).toEqual(posts.slice(0, 2));
    expect((await read({ limit: 2, offset: 2 })).map(({ _id }) => _id)).toEqual(posts.slice(2));
    expect((await read({ limit: 2, beforeId: posts[1] })).map(({ _id }) => _id)).toEqual(posts.slice(2));
  });

  it('posts after a deleted one are rejected, and the last post is followed by none', async () => {
    const read = (beforeId: string | undefined) => app.call('listFeeds', { query: { sort: 'asc', beforeId } });
    expect(await read(posts.at(-1))).toMatchObject({ status: 200, data: { data: [] } });
    expect(await read('0123456789abcdef01234567')).toMatchObject({ status: 404, body: { error: 'ENTITY_NOT_FOUND' } });
  });
});
